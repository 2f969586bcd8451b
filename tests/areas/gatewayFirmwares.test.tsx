import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { loseAnswers } from '../support/screens/network'
import { openConsole } from '../support/screens/console'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { insertFirmware } from '../support/rows/rows'
import { fact, inside, rowOf } from '../support/screens/shown'

const server = emptiedServer({ requireIfMatch: true })
const fleet = fleetAt(server)

const draft = (columns: object = {}) =>
  insertFirmware(server.db, [fleet.hardwareId], { name: 'root', semver: '2.0.0', status: 'draft', ...columns })
const release = (columns: object = {}) => draft({ status: 'released', released_at: new Date(), ...columns })
const open = (id: string, rest = '') => openConsole(server, fleet.token, `/pages/gateway-firmwares/${id}${rest}`)
const dialog = async (role: 'dialog' | 'alertdialog' = 'alertdialog') => within(await screen.findByRole(role))

describe('the gateway firmwares list', () => {
  it('sorts by semantic version, and shows channel, status and the latest', async () => {
    for (const [semver, status] of [
      ['3.11.0', 'released'],
      ['3.9.0', 'deprecated'],
      ['3.11.0-rc.2', 'revoked'],
    ] as const)
      await draft({ semver, status })
    await openConsole(server, fleet.token, '/pages/gateway-firmwares')
    const latest = await rowOf('root 3.11.0')
    expect(screen.getAllByRole('rowheader').map((header) => header.textContent)).toEqual([
      'root 3.9.0',
      'root 3.11.0-rc.2',
      'root 3.11.0',
    ])
    expect(latest.getByText('Latest')).toBeVisible()
    expect(latest.getByText('Stable')).toBeVisible()
    expect((await rowOf('root 3.9.0')).getByText('Deprecated')).toBeVisible()
    expect((await rowOf('root 3.11.0-rc.2')).getByText('Revoked')).toBeVisible()
    expect((await rowOf('root 3.9.0')).queryByText('Latest')).toBeNull()
  })

  it('leads to the rollouts, also while none is open', async () => {
    const { user } = await openConsole(server, fleet.token, '/pages/gateway-firmwares')
    await user.click(await screen.findByRole('link', { name: 'Rollouts' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Rollouts' })).toBeVisible()
  })

  it('leads from a count to its gateways, and names the filter there', async () => {
    const id = await release()
    await fleet.addGateway({ name: 'Attic', targetFirmwareId: id })
    await fleet.addGateway({ name: 'Cellar' })
    const { user, address } = await openConsole(server, fleet.token, '/pages/gateway-firmwares')
    const pending = (await rowOf('root 2.0.0')).getByRole('link', { name: '1' })
    await user.click(pending)
    expect(await screen.findByRole('rowheader', { name: 'Attic' })).toBeVisible()
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1))
    expect(address()).toBe(`/pages/gateways?targetFirmwareId=${id}&firmwareUpdate=pending`)
    expect(await screen.findByText('root 2.0.0')).toBeVisible()
    expect(screen.queryByRole('combobox', { name: 'Update' })).toBeNull()
  })
})

describe('a gateway firmware’s form', () => {
  it('creates a draft for several hardwares, each found by its name', async () => {
    await fleet.addHardware({ model: 'Trellis' })
    const { user } = await openConsole(server, fleet.token, '/pages/gateway-firmwares/new')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'root')
    await user.type(screen.getByRole('textbox', { name: 'Version' }), '3.9')
    await user.click(screen.getByRole('button', { name: 'Create gateway firmware' }))
    expect(await screen.findByText('Version must be a semantic version, such as 3.11.0')).toBeVisible()
    expect(screen.getByText('Choose at least one hardware')).toBeVisible()
    await user.type(screen.getByRole('textbox', { name: 'Version' }), '.0')
    for (const name of ['Base', 'Trellis']) {
      await user.type(screen.getByRole('combobox', { name: 'Hardwares' }), name)
      await user.click(await screen.findByRole('option', { name: new RegExp(`^Frond ${name}`) }))
    }
    await user.click(screen.getByRole('combobox', { name: 'Hardwares' }))
    const ticked = await screen.findByRole('option', { name: /^Frond Trellis/ })
    expect(ticked).toHaveAttribute('aria-selected', 'true')
    expect(ticked).toHaveAttribute('aria-disabled', 'true')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Remove Frond Trellis A' }))
    expect(screen.getByRole('combobox', { name: 'Hardwares' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Create gateway firmware' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'root 3.9.0' })).toBeVisible()
    expect(fact('Runs on')).toHaveTextContent('Frond Base A')
    expect(fact('Runs on')).not.toHaveTextContent('Trellis')
  })

  it('shows the immutable fields of a released one, and edits the others', async () => {
    const { user } = await open(await release(), '/edit')
    expect(await screen.findByRole('textbox', { name: 'Version' })).toHaveAttribute('readonly')
    expect(screen.queryByRole('combobox', { name: 'Hardwares' })).toBeNull()
    expect(await screen.findByText('Frond Base A')).toBeVisible()
    await user.type(screen.getByRole('textbox', { name: 'Release notes' }), 'Joins faster.')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Gateway firmware root 2.0.0 saved')).toBeVisible()
  })
})

describe('a gateway firmware’s history', () => {
  it('offers no version whose settled fields differ', async () => {
    const id = await draft()
    await fleet.put(`/api/v1/gateway_firmwares/${id}`, { semver: '2.0.1' })
    await fleet.put(`/api/v1/gateway_firmwares/${id}`, { semver: '2.0.2' })
    await server.db.query(sql`update gateway_firmwares set status = 'released', released_at = now() where id = ${id}`)
    await open(id)
    const history = await inside('region', 'Change history')
    expect(await history.findAllByRole('listitem')).not.toHaveLength(0)
    expect(history.queryByRole('button', { name: /^Restore this version/ })).toBeNull()
  })
})

describe('the deletion of a gateway firmware', () => {
  it.each([
    ['without a file', {}, /^It can be undone/],
    ['with a file', { sha256: 'a'.repeat(64), size_bytes: 9, file_name: 'x.bin' }, /^Uploaded files are deleted too\./],
  ])('says before what it does to one %s', async (_what, columns, words) => {
    const { user } = await open(await draft(columns))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect((await dialog()).getByText(words)).toBeVisible()
  })

  it('is not offered for one that a gateway has run, and refused with the reason where it is selected', async () => {
    const id = await release({ first_installed_at: new Date() })
    const { user, go } = await open(id)
    expect(await screen.findByRole('button', { name: 'Revoke' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
    await go('/pages/gateway-firmwares')
    await user.click(await screen.findByRole('checkbox', { name: 'Select root 2.0.0' }))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const question = await dialog()
    expect(question.getByText('A firmware that a gateway has run cannot be deleted, only revoked.')).toBeVisible()
    expect(question.getByRole('button', { name: 'Delete gateway firmware' })).toBeDisabled()
  })
})

describe('a gateway firmware’s life', () => {
  it('goes from upload to release after a confirmation', async () => {
    const { user } = await open(await draft({ sha256: 'a'.repeat(64), size_bytes: 9, file_name: 'x.bin' }))
    await user.click(await screen.findByRole('button', { name: 'Release' }))
    await user.click((await dialog()).getByRole('button', { name: 'Release' }))
    expect(await screen.findByText('root 2.0.0 released')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Deprecate' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Release' })).toBeNull()
  })

  it('ends with a reason, which is shown', async () => {
    const { user } = await open(await release())
    await user.click(await screen.findByRole('button', { name: 'Revoke' }))
    const question = await dialog()
    expect(question.getByText('It can no longer be assigned, and rollouts of it stop. This cannot be undone.')).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Revoke' }))
    expect(await question.findByText('Say why it is revoked')).toBeVisible()
    await user.type(question.getByRole('textbox', { name: 'Reason' }), 'Loses its settings.')
    await user.click(question.getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('root 2.0.0 revoked')).toBeVisible()
    await waitFor(() => expect(fact('Reason')).toHaveTextContent('Loses its settings.'))
    expect(screen.queryByRole('button', { name: 'Assign' })).toBeNull()
  })

  it('continues from another administrator’s change', async () => {
    const id = await release()
    const { user } = await open(id)
    await user.click(await screen.findByRole('button', { name: 'Deprecate' }))
    await server.db.query(sql`update gateway_firmwares set release_notes = 'New.', version = version + 1 where id = ${id}`)
    const question = await dialog()
    await user.click(question.getByRole('button', { name: 'Deprecate' }))
    expect(await question.findByText(/Someone else changed this gateway firmware/)).toBeVisible()
    await waitFor(() => expect(fact('Release notes')).toHaveTextContent('New.'))
    await user.click(question.getByRole('button', { name: 'Deprecate' }))
    expect(await screen.findByText('root 2.0.0 deprecated')).toBeVisible()
  })
})

describe('a gateway firmware that leaves the shown list while its dialog is open', () => {
  it('is moved at the second try', async () => {
    const id = await release()
    const { user } = await openConsole(server, fleet.token, '/pages/gateway-firmwares?status=released')
    await user.click((await rowOf('root 2.0.0')).getByRole('button', { name: 'Actions for root 2.0.0' }))
    await user.click(screen.getByRole('menuitem', { name: /^Revoke/ }))
    await server.db.query(sql`
      update gateway_firmwares set status = 'deprecated', version = version + 1 where id = ${id}`)
    const question = await dialog()
    await user.type(question.getByRole('textbox', { name: 'Reason' }), 'Loses its settings.')
    await user.click(question.getByRole('button', { name: 'Revoke' }))
    expect(await question.findByText(/Someone else changed this gateway firmware/)).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'root 2.0.0' })).toBeNull())
    await user.click(question.getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('root 2.0.0 revoked')).toBeVisible()
  })
})

describe('assigning a gateway firmware', () => {
  it('checks every gateway first, assigns it to those that passed, and reports the skipped ones with the reason', async () => {
    const id = await release()
    await fleet.addGateway({ name: 'Attic' })
    await fleet.addGateway({ name: 'Cellar' })
    const { id: running } = await fleet.addGateway({ name: 'Shed' })
    await server.db.query(sql`update gateways set firmware_id = ${id} where id = ${running}`)
    const { user } = await open(id)
    await user.click(await screen.findByRole('button', { name: 'Assign' }))
    const check = await (await dialog('dialog')).findByRole('button', { name: 'Check' })
    await waitFor(() => expect(check).toBeEnabled())
    await user.click(check)
    expect(await screen.findByText(/^Will be assigned to 2 gateways: Attic and Cellar/)).toBeVisible()
    expect(screen.getByText('Shed').closest('li')).toHaveTextContent('Shed: It runs root 2.0.0 already')
    expect(await fleet.get(`/api/v1/gateway_firmwares/${id}`)).toMatchObject({ pendingCount: 0 })
    await user.click(screen.getByRole('button', { name: 'Assign to 2 gateways' }))
    expect(await screen.findByText(/^Assigned to 2 gateways:/)).toBeVisible()
    const [, close] = (await dialog('dialog')).getAllByRole('button', { name: 'Close' })
    if (close !== undefined) await user.click(close)
    await waitFor(() => expect(fact('Pending')).toHaveTextContent('2'))

    expect(screen.getByText('root 2.0.0 assigned to 2 gateways')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('2 gateways changed back')).toBeVisible()
    await waitFor(() => expect(fact('Pending')).toHaveTextContent('0'))
  })

  it('reports the gateways as assigned when the answer was lost and it is assigned again', async () => {
    const id = await release()
    const { id: attic } = await fleet.addGateway({ name: 'Attic' })
    const { user, disturb } = await open(id)
    await user.click(await screen.findByRole('button', { name: 'Assign' }))
    await screen.findByRole('option', { name: 'All compatible gateways (1)' })
    await user.click(screen.getByRole('button', { name: 'Check' }))
    const assign = await screen.findByRole('button', { name: 'Assign to 1 gateway' })
    const answer = loseAnswers({ disturb }, server, '/assign')
    await user.click(assign)
    await (await dialog('dialog')).findByRole('alert')
    answer()
    await user.click(assign)
    expect(await screen.findByText('Assigned to 1 gateway: Attic.')).toBeVisible()
    expect(await fleet.get(`/api/v1/gateways/${attic}`)).toMatchObject({ targetFirmwareId: id, version: 2 })
  })

  it('says why the gateways could not be counted, and counts them again', async () => {
    const id = await release()
    await fleet.addGateway({ name: 'Attic' })
    const { user, disturb } = await open(id)
    const assign = await screen.findByRole('button', { name: 'Assign' })
    disturb(({ url }) => (url.includes('/gateways?') ? Response.json({ message: 'Down for a moment' }, { status: 500 }) : null))
    await user.click(assign)
    expect(await (await dialog('dialog')).findByText('Down for a moment')).toBeVisible()
    disturb(() => null)
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    const check = screen.getByRole('button', { name: 'Check' })
    await waitFor(() => expect(check).toBeEnabled())
    await user.click(check)
    expect(await screen.findByText(/^Will be assigned to 1 gateway: Attic/)).toBeVisible()
  })

  it('counts the gateways again when the number of compatible ones has changed', async () => {
    const id = await release()
    await fleet.addGateway({ name: 'Attic' })
    const { user } = await open(id)
    await user.click(await screen.findByRole('button', { name: 'Assign' }))
    await screen.findByRole('option', { name: 'All compatible gateways (1)' })
    await fleet.addGateway({ name: 'Cellar' })
    await user.click(screen.getByRole('button', { name: 'Check' }))
    expect(await (await dialog('dialog')).findByText(/2 gateways match now, not 1/)).toBeVisible()
    expect(await screen.findByRole('option', { name: 'All compatible gateways (2)' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Check' }))
    expect(await screen.findByText(/^Will be assigned to 2 gateways: Attic and Cellar/)).toBeVisible()
  })

  it('is possible for single gateways, and for a downgrade with a reason', async () => {
    const id = await release()
    const later = await release({ semver: '2.1.0' })
    const { id: attic } = await fleet.addGateway({ name: 'Attic' })
    await fleet.addGateway({ name: 'Cellar' })
    await server.db.query(sql`update gateways set firmware_id = ${later} where id = ${attic}`)
    const { user } = await open(id)
    await user.click(await screen.findByRole('button', { name: 'Assign' }))
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Gateways' }), 'Some of them')
    await user.click(screen.getByRole('combobox', { name: 'Which' }))
    await user.click(await screen.findByRole('option', { name: /Attic/ }))
    await user.click(screen.getByRole('button', { name: 'Check' }))
    expect(await screen.findByText(/It runs 2\.1\.0, which is later: a downgrade needs a reason/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('button', { name: 'Remove Attic' })).toBeVisible()
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), '2.1 drains batteries.')
    await user.click(screen.getByRole('button', { name: 'Check' }))
    await user.click(await screen.findByRole('button', { name: 'Assign to 1 gateway' }))
    expect(await screen.findByText(/^Assigned to 1 gateway: Attic/)).toBeVisible()
    expect(await fleet.get(`/api/v1/gateways/${attic}`)).toMatchObject({ targetFirmwareId: id, firmwareStatus: 'pending' })
  })
})
