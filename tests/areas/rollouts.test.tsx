import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { judgeAlerts } from '../../src/server/alerts/judge'
import { advanceRollouts } from '../../src/server/rollouts/advance'
import { capTotals } from '../support/screens/cappedTotals'
import { openConsole } from '../support/screens/console'
import { fact, inside, rowNames } from '../support/screens/shown'
import { emptiedServer } from '../support/server/hooks'
import { insertGateway, insertHardware, ruleDraft } from '../support/rows/rows'
import { rolloutsAt } from '../support/rows/rollouts'

const server = emptiedServer()
const { begin, call, create, fail, fleet, gateways, move, read, report } = rolloutsAt(server)
let token: string
beforeEach(async () => {
  token = await server.signIn()
})
const open = (path: string) => openConsole(server, token, path)
const ids = (rows: readonly { readonly gatewayId: string }[]) => rows.map(({ gatewayId }) => gatewayId)
const dialog = () => inside('alertdialog')
const region = (name: string) => inside('region', name)

describe('a rollout that is started', () => {
  it('is said to be scheduled when its time has not come', async () => {
    const { id, name } = await create({ startAt: new Date(Date.now() + 86_400_000).toISOString() })
    const { user } = await open(`/pages/rollouts/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Start' }))
    const question = await dialog()
    expect(question.getByText(/^Its gateways are chosen when its time has come, and once another administrator/)).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Start' }))
    expect(await screen.findByText(`${name} is scheduled`)).toBeVisible()
  })

  it('is said to begin now when its time has passed', async () => {
    const { id, name } = await create({ startAt: new Date(Date.now() - 3_600_000).toISOString() })
    const { user } = await open(`/pages/rollouts/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Start' }))
    const question = await dialog()
    expect(question.getByText(/^Its gateways are chosen now/)).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Start' }))
    expect(await screen.findByText(`${name} started`)).toBeVisible()
  })

  describe('on a server that requires an approval', () => {
    const strict = emptiedServer({ rolloutApproval: true })
    const strictRollouts = rolloutsAt(strict)

    it('is said to await it', async () => {
      const { id, name } = await strictRollouts.create({ startAt: new Date(Date.now() - 3_600_000).toISOString() })
      const { user } = await openConsole(strict, await strict.signIn(), `/pages/rollouts/${id}`)
      await user.click(await screen.findByRole('button', { name: 'Start' }))
      const question = await dialog()
      expect(question.getByText(/^Its gateways are chosen now, or once another administrator has approved it/)).toBeVisible()
      await user.click(question.getByRole('button', { name: 'Start' }))
      expect(await screen.findByText(`${name} awaits approval`)).toBeVisible()
      expect(await screen.findByText('It begins when another administrator has approved it.')).toBeVisible()
    })

    it('cannot be approved by who started it', async () => {
      const { id } = await strictRollouts.create()
      await strictRollouts.move(id, 'start')
      const { user } = await openConsole(strict, await strict.signIn(), `/pages/rollouts/${id}`)
      await user.click(await screen.findByRole('button', { name: 'Approve' }))
      const question = await dialog()
      expect(await question.findByText('You started this rollout: another administrator must approve it.')).toBeVisible()
      expect(question.getByRole('button', { name: 'Approve' })).toBeDisabled()
    })

    it('is approved by another administrator', async () => {
      const { id, name } = await strictRollouts.create()
      await strictRollouts.move(id, 'start')
      await strict.db.query(sql`update rollouts set requested_by_id = null where id = ${id}`)
      const { user } = await openConsole(strict, await strict.signIn(), `/pages/rollouts/${id}`)
      await user.click(await screen.findByRole('button', { name: 'Approve' }))
      await user.click((await dialog()).getByRole('button', { name: 'Approve' }))
      expect(await screen.findByText(`${name} approved`)).toBeVisible()
    })
  })
})

describe('a rollout’s page', () => {
  it('shows each group’s progress, and gateways by their state, which is in the address', async () => {
    const { id } = await begin({ waves: [{ percent: 60 }, { percent: 100 }], goOnPct: 60, stopPct: 60 })
    const [one = '', two = '', three = ''] = ids(await gateways(id, '&state=assigned'))
    await report([one, two])
    await fail([three], 'Flash is worn out')
    await advanceRollouts(server.db)
    const { user, address } = await open(`/pages/rollouts/${id}`)
    const groups = within(await screen.findByRole('list', { name: 'Groups' }))
    expect(groups.getByRole('img', { name: 'Canary: 2 succeeded, 1 failed' })).toBeVisible()
    expect(groups.getByRole('img', { name: 'Wave 1: 3 under way' })).toBeVisible()
    expect(groups.getByRole('img', { name: 'Wave 2: 4 waiting' })).toBeVisible()
    const table = () => within(screen.getByRole('table', { name: 'Gateways of the rollout' }))
    await waitFor(() => expect(table().getAllByRole('row')).toHaveLength(11))
    const whole = screen.getByRole('table', { name: 'Gateways of the rollout' })
    await user.click(screen.getByRole('button', { name: 'Failed 1' }))
    await waitFor(() => expect(table().getAllByRole('row')).toHaveLength(2))
    expect(screen.getByRole('table', { name: 'Gateways of the rollout' })).toBe(whole)
    expect(table().getByText('Flash is worn out')).toBeVisible()
    expect(address()).toBe(`/pages/rollouts/${id}?gateways=failed`)
  })

  it('says how many gateways installed the firmware once it is finished', async () => {
    const { id } = await begin({ waves: [], canaryCount: 10, goOnPct: 50, stopPct: 80 })
    const [bad = '', ...good] = ids(await gateways(id))
    await report(good)
    await fail([bad])
    await advanceRollouts(server.db)
    await open(`/pages/rollouts/${id}`)
    const words = '9 of 10 gateways (90 %) installed the firmware. 1 gateway failed.'
    expect(await screen.findByText(words)).toBeVisible()
  })

  it('says by when it finishes while its last gateways have not reported', async () => {
    const { id } = await begin({ canaryCount: 10, goOnPct: 60 })
    await report(ids(await gateways(id)).slice(0, 6))
    await advanceRollouts(server.db)
    await open(`/pages/rollouts/${id}`)
    expect(await screen.findByText(/^It finishes when the last gateways have reported, at the latest/)).toHaveTextContent(
      /at the latest (?:in|tomorrow).*\. 4 gateways are still under way\.$/,
    )
  })

  it('names what still limits it though it is deleted, by its id once the activity has it no more', async () => {
    const hardwareId = await insertHardware(server.db, { model: 'Shed', revision: 'r2' })
    const { id } = await create({ hardwareIds: [hardwareId], tags: ['roof'] })
    expect((await call('DELETE', `/api/v1/gateway_hardwares/${hardwareId}`)).status).toBe(204)
    await open(`/pages/rollouts/${id}`)
    await screen.findByRole('heading', { level: 1 })
    expect(fact('Scope')).toHaveTextContent('roof and Fernwerk Shed r2 (deleted)')
    expect(await screen.findByText('It reaches no gateway.')).toBeVisible()
    await server.db.query(sql`delete from audit_entries`)
    expect(await read(id)).toMatchObject({ deletedScopeNames: [hardwareId] })
  })

  it('leads back from a page of gateways that no longer exists', async () => {
    const { id } = await begin()
    const { user, address } = await open(`/pages/rollouts/${id}?gatewaysPage=9`)
    expect(await screen.findByRole('heading', { name: 'There is no page 9' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Last page' }))
    expect(await screen.findByRole('table', { name: 'Gateways of the rollout' })).toBeVisible()
    expect(address()).toBe(`/pages/rollouts/${id}`)
  })

  it('leads to gateways beyond those that the server counts', async () => {
    const { id } = await begin()
    const opened = await open(`/pages/rollouts/${id}`)
    await screen.findByRole('table', { name: 'Gateways of the rollout' })
    capTotals(opened, server, `/rollouts/${id}/gateways`, 50)
    await opened.go(`/pages/rollouts/${id}?gatewaysPage=2`)
    const pages = within(await screen.findByRole('navigation', { name: 'Pages' }))
    expect(await pages.findByText('50+')).toBeVisible()
    await opened.user.click(pages.getByRole('button', { name: 'Next page' }))
    expect(opened.address()).toBe(`/pages/rollouts/${id}?gatewaysPage=3`)
  })

  it('stops it permanently, and withdraws the firmware from gateways that have not fetched it', async () => {
    const { id, name } = await begin()
    const { user } = await open(`/pages/rollouts/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Stop' }))
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
    const question = await dialog()
    expect(question.getByRole('checkbox', { name: /Take the firmware back/ })).toBeChecked()
    await user.type(question.getByRole('textbox', { name: 'Reason' }), 'Wrong image')
    await user.click(question.getByRole('button', { name: 'Stop' }))
    expect(await screen.findByText(`${name} stopped`)).toBeVisible()
    expect(await screen.findByText('It was stopped: Wrong image.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Delete' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull()
    expect(await read(id)).toMatchObject({ assignedCount: 0, skippedCount: 10 })
  })

  it('lists its own alerts, and leads to all of them', async () => {
    for (const kind of ['firmware_failed', 'rollout_stopped'] as const)
      await call('POST', '/api/v1/alert_rules/register', { body: ruleDraft({ kind }) })
    const { id, name } = await begin({ canaryCount: 2 })
    await fail(ids(await gateways(id, '&state=assigned')))
    await advanceRollouts(server.db)
    await judgeAlerts(server.db)
    const { user } = await open(`/pages/rollouts/${id}`)
    const card = await region('Alerts')
    expect(card.getByRole('link', { name: `${name} stopped by itself` })).toBeVisible()
    await user.click(card.getByRole('link', { name: 'All 1' }))
    await waitFor(() => expect(rowNames()).toEqual([`${name} stopped by itself`]))
  })

  it('is stopped where it is listed, too', async () => {
    const { id, name } = await begin()
    const { user } = await open(`/pages/gateway-firmwares/${fleet().target}`)
    await user.click(await screen.findByRole('button', { name: `Stop ${name}` }))
    await user.click((await dialog()).getByRole('button', { name: 'Stop' }))
    expect(await screen.findByText(`${name} stopped`)).toBeVisible()
    expect(await read(id)).toMatchObject({ status: 'stopped' })
    await waitFor(() => expect(screen.queryByRole('button', { name: `Stop ${name}` })).toBeNull())
  })

  it('says which moves are possible when another user acted first', async () => {
    const { id } = await begin()
    const { user } = await open(`/pages/rollouts/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Pause' }))
    const question = await dialog()
    await move(id, 'stop')
    await user.click(question.getByRole('button', { name: 'Pause' }))
    expect(await question.findByText(/This rollout is stopped and cannot be paused/)).toBeVisible()
  })

  it('pauses, resumes, and tries failed gateways again', async () => {
    const { id, name } = await begin({ canaryCount: 4, goOnPct: 100, stopPct: 80 })
    const [bad = '', ...good] = ids(await gateways(id, '&state=assigned'))
    await report(good)
    await fail([bad])
    await advanceRollouts(server.db)
    const { user } = await open(`/pages/rollouts/${id}`)
    expect(
      await screen.findByText(/Nothing more is assigned until it is resumed: 3 of 4 gateways of the canary installed/),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    const resuming = await dialog()
    expect(resuming.getByText(/^Canary can no longer reach the success threshold of 100 %/)).toHaveTextContent(
      'Retry the failed gateways, or lower the threshold first.',
    )
    expect(resuming.getByRole('button', { name: 'Resume' })).toBeDisabled()
    await user.click(resuming.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Retry failed' }))
    const retrying = await dialog()
    expect(retrying.getByText(/^1 gateway that failed/)).toHaveTextContent(
      'The time limit of the running group starts again: 24 hours.',
    )
    await user.click(retrying.getByRole('button', { name: 'Retry failed' }))
    expect(await screen.findByText(`${name} is retrying its failed gateways`)).toBeVisible()
    expect((await read(id)).groups.map(({ kind }) => kind)).toEqual(['canary', 'wave', 'retry'])
    expect(
      await screen.findByText(/^Retry 1 with 1 gateway begins when 3 gateways of Canary report the new version/),
    ).toBeVisible()
  })

  it('says why its gateways cannot be listed', async () => {
    const { id } = await begin()
    await server.db.query(sql`alter view rollout_gateways_view rename to away`)
    try {
      await open(`/pages/rollouts/${id}`)
      expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible()
      expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible()
    } finally {
      await server.db.query(sql`alter view away rename to rollout_gateways_view`)
    }
  })
})

describe('rollouts elsewhere', () => {
  it('are listed on their firmware’s page, which starts a new one', async () => {
    const { name } = await begin()
    const { user } = await open(`/pages/gateway-firmwares/${fleet().target}`)
    const section = await region('Rollouts')
    expect(await section.findByRole('img', { name: `${name}: 3 under way, 7 waiting` })).toBeVisible()
    expect(section.getByRole('link', { name: 'New rollout' })).toHaveAttribute(
      'href',
      `/pages/rollouts/new?firmwareId=${fleet().target}`,
    )
    await user.click(section.getByRole('link', { name }))
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible()
  })

  it('are listed with their progress', async () => {
    const { name } = await begin()
    const { user } = await open('/pages/rollouts')
    expect(await screen.findByRole('img', { name: 'Progress: 3 under way, 7 waiting' })).toBeVisible()
    expect(screen.getByText('0 of 10 succeeded')).toBeVisible()
    expect(screen.getByRole('link', { name })).toBeVisible()
    await user.click(screen.getByRole('button', { name: `Actions for ${name}` }))
    expect(await screen.findByRole('menuitem', { name: 'Stop…' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: 'Delete…' })).toBeNull()
  })

  it('draw each state’s share of all gateways, those left out from the beginning included', async () => {
    for (const name of ['Done', 'Done too'])
      await insertGateway(server.db, { name, hardware_id: fleet().hub, firmware_id: fleet().target })
    await begin()
    await open('/pages/rollouts')
    const bar = await screen.findByRole('img', { name: 'Progress: 3 under way, 7 waiting, 2 left out' })
    const drawn = [...bar.querySelectorAll('[data-state]')].map((rect) => [
      rect.getAttribute('data-state'),
      Number(rect.getAttribute('x')),
      Number(rect.getAttribute('width')),
    ])
    expect(drawn).toEqual([
      ['assigned', 0, 25],
      ['skipped', 25, expect.closeTo(100 / 6)],
    ])
  })

  it('are empty at first, and the list says how to start one', async () => {
    await open('/pages/rollouts')
    expect(await screen.findByRole('heading', { name: 'No rollouts yet' })).toBeVisible()
    expect(screen.getAllByRole('link', { name: 'New rollout' })).not.toHaveLength(0)
  })
})
