import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { api } from '../../src/api/api'
import { pausedFields } from '../../src/contract/rollouts'
import { inputOf } from '../../src/ui/form/dateInput'
import { shortWords } from '../../src/ui/text/timeWords'
import { openConsole } from '../support/screens/console'
import { inside } from '../support/screens/shown'
import { emptiedServer } from '../support/server/hooks'
import { insertGateway, insertHardware } from '../support/rows/rows'
import { rolloutsAt } from '../support/rows/rollouts'

const server = emptiedServer()
const { begin, call, create, fleet, move, read } = rolloutsAt(server)
let token: string
beforeEach(async () => {
  token = await server.signIn()
})
const open = (path: string) => openConsole(server, token, path)
const dialog = () => inside('alertdialog')
const region = (name: string) => inside('region', name)

describe('a new rollout', () => {
  it('shows which gateways it would reach while the form is filled in, and is created and started', async () => {
    await insertGateway(server.db, { name: 'Done', hardware_id: fleet().hub, firmware_id: fleet().target })
    const { user } = await open(`/pages/rollouts/new?firmwareId=${fleet().target}`)
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'To the roofs')
    const preview = await region('Gateways it reaches now')
    expect(await preview.findByText('It reaches 10 gateways: 5 as canary and 5 in a wave.')).toBeVisible()
    expect(preview.getByText(/1 gateway left out: runs it already/)).toBeVisible()
    expect(preview.getByRole('link', { name: 'Done' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Create rollout' }))

    expect(await screen.findByText('It assigns nothing until it is started.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Start' }))
    await user.click((await dialog()).getByRole('button', { name: 'Start' }))
    expect(await screen.findByText('To the roofs started')).toBeVisible()
    expect(
      await screen.findByText(/Wave 1 with 5 gateways begins when 5 gateways of Canary report the new version \(0 so far\)/),
    ).toBeVisible()
    // The column beside it says what it runs now.
    const row = (await screen.findByText('Ran it already')).closest('tr')
    expect(within(row ?? document.body).getByRole('link', { name: 'Done' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Pause' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible()
  })

  it('leads to the list of all gateways within its limits', async () => {
    const { hub, target } = fleet()
    const within = { hardware_id: hub, firmware_id: target, update_channel: 'beta' }
    await insertGateway(server.db, { ...within, name: 'Done', tags: ['roof'] })
    await insertGateway(server.db, { ...within, name: 'Other', tags: ['cellar'] })
    // The firmware is not made for its hardware.
    const other = await insertHardware(server.db)
    await insertGateway(server.db, { ...within, name: 'Unfit', hardware_id: other, tags: ['roof'] })
    const limits = { tags: ['roof', 'glass'], updateChannel: 'beta' as const, fromFirmwareIds: [target] }
    const { id } = await create(limits)
    const { user, address } = await open(`/pages/rollouts/${id}`)
    await user.click(await (await region('Gateways it reaches now')).findByRole('link', { name: 'Show them in the list' }))
    expect(await screen.findByRole('rowheader', { name: 'Done' })).toBeVisible()
    expect(screen.getAllByRole('rowheader')).toHaveLength(1)
    expect(new URLSearchParams(address().split('?')[1]).getAll('tags')).toEqual(['roof', 'glass'])
  })

  it('says that it would not begin when no gateway has the canary’s tag', async () => {
    const { id } = await create({ canaryCount: null, canaryTag: 'lba' })
    await open(`/pages/rollouts/${id}`)
    const preview = await region('Gateways it reaches now')
    expect(await preview.findByText(/^It reaches 10 gateways/)).toBeVisible()
    expect(preview.getByText(/has the canary’s tag lba: the rollout would not begin\./)).toBeVisible()
  })

  it('says that it would not begin as soon as another user has withdrawn its firmware', async () => {
    const { id } = await create()
    const { store } = await open(`/pages/rollouts/${id}`)
    const preview = await region('Gateways it reaches now')
    expect(await preview.findByText(/^It reaches 10 gateways/)).toBeVisible()
    await call('POST', `/api/v1/gateway_firmwares/${fleet().target}/status`, { body: { status: 'deprecated' } })
    // As the event of a changed firmware does.
    act(() => void store.dispatch(api.util.invalidateTags(['Gateway'])))
    expect(await preview.findByText('The status of its firmware is “deprecated”: the rollout would not begin.')).toBeVisible()
  })

  it('shows the server’s errors on the fields, and keeps what was typed', async () => {
    const { user } = await open(`/pages/rollouts/new?firmwareId=${fleet().target}`)
    await create({ name: 'Taken' })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Taken')
    await user.click(screen.getByRole('button', { name: 'Create rollout' }))
    expect(await screen.findAllByText('Name is taken by Taken')).toHaveLength(2)
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Taken')
  })
})

describe('a paused rollout', () => {
  it('offers only what may still change, and previews no gateways', async () => {
    const { id } = await begin({ tags: [], goOnPct: 100 })
    await move(id, 'pause', { reason: 'Storm' })
    const { user } = await open(`/pages/rollouts/${id}/edit`)
    const threshold = await screen.findByRole('textbox', { name: /^Success threshold/ })

    const fields = (['textbox', 'combobox'] as const).flatMap((role) => screen.getAllByRole<HTMLInputElement>(role))
    expect(fields.map(({ name }) => name)).toEqual(pausedFields)
    expect(await screen.findByText(/^Its firmware and gateways were chosen/)).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Gateways it reaches now' })).toBeNull()
    await user.clear(threshold)
    await user.type(threshold, '80')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeVisible()
    expect(await read(id)).toMatchObject({ status: 'paused', goOnPct: 80 })
  })

  it('offers to restore a version unless a field that can no longer change has changed since', async () => {
    const { id } = await create({ canaryCount: 3, goOnPct: 100 })
    const change = (body: object) => call('PUT', `/api/v1/rollouts/${id}`, { body, headers: { 'if-match': '*' } })
    await change({ canaryCount: 2 })
    await move(id, 'start')
    await move(id, 'pause', { reason: 'Storm' })
    await change({ goOnPct: 80 })
    await open(`/pages/rollouts/${id}`)
    const history = await inside('region', 'Change history')
    await history.findByText(/created it/)
    const entryWith = (text: RegExp) =>
      within(history.getAllByRole('listitem').find((one) => text.test(one.textContent)) ?? document.body)
    expect(entryWith(/Canary/).getByRole('button', { name: /^Restore this version/ })).toBeVisible()
    expect(entryWith(/created it/).queryByRole('button')).toBeNull()
  })
})

describe('a rollout that another user has saved meanwhile', () => {
  it('is compared by names and local times', async () => {
    const moments = ['2030-01-01T08:00:00.000Z', '2030-01-02T08:00:00.000Z', '2030-01-03T08:00:00.000Z'] as const
    const [mine, theirs] = moments.slice(1).map((at) => shortWords(Date.parse(at), 'local'))
    const { id } = await create({ hardwareIds: [fleet().hub], startAt: moments[0] })
    const { user } = await open(`/pages/rollouts/${id}/edit`)
    const chosen = within(await screen.findByRole('list', { name: 'Hardwares chosen' }))
    const [remove] = await chosen.findAllByRole('button', { name: /^Remove Fernwerk/ })
    const hub = remove?.closest('li')?.textContent
    await user.click(remove ?? document.body)
    fireEvent.change(screen.getByLabelText(/^Start/), { target: { value: inputOf(Date.parse(moments[1]), 'local') } })
    expect((await call('PUT', `/api/v1/rollouts/${id}`, { body: { startAt: moments[2] } })).status).toBe(200)
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    const clash = within(await screen.findByRole('dialog', { name: 'This rollout was changed by someone else' }))
    expect(await clash.findByText(String(hub))).toBeVisible()
    const rows = clash.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows).toContain(`Start${mine}${theirs}`)
  })
})
