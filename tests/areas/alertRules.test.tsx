import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../src/api/api'
import { alertRules, type AlertRule } from '../../src/contract/alertRules'
import type { Gateway } from '../../src/contract/gateways'
import { FALLBACK_MESSAGE } from '../../src/contract/constants'
import { alertingAt } from '../support/rows/alerting'
import { insert, insertFirmware } from '../support/rows/rows'
import { fact, inside, rowNames, rowOf } from '../support/screens/shown'
import { emptiedServer } from '../support/server/hooks'

const server = emptiedServer()
const { addChannel, addRule, judge, move, open, read, remove } = alertingAt(server)

afterEach(() => void vi.useRealTimers())

const region = (name: string) => inside('region', name)
const dialog = (name: string) => inside('alertdialog', name)

describe('the list of alert rules', () => {
  it('shows the condition and severity of each, its unresolved alerts, and whether it is silenced or off', async () => {
    await addRule({ name: 'Offline', forS: 0, severity: 'critical' })
    await addRule({ name: 'Dry', kind: 'reading_low', metric: 'soil_moisture', forS: 7200, active: false })
    await addRule({ name: 'Quiet', kind: 'battery_low', silencedUntil: new Date(Date.now() + 3_600_000).toISOString() })
    const [attic, barn, cellar] = await judge()
    if (attic === undefined || barn === undefined || cellar === undefined) throw new Error('Three alerts were to be raised')
    await move(attic, 'acknowledge')
    await move(barn, 'resolve')
    await move(cellar, 'snooze', { until: new Date(Date.now() + 3_600_000).toISOString() })
    const { user } = await open('/pages/alert-rules')
    const offline = await rowOf('Offline')
    expect(offline.getByText('A gateway is offline')).toBeVisible()
    expect(offline.getByText('Critical')).toBeVisible()
    const dry = await rowOf('Dry')
    expect(dry.getByText('A reading is too low: Soil moisture, for 2 h')).toBeVisible()
    expect(dry.getByText('Off')).toBeVisible()
    expect((await rowOf('Quiet')).getByText('Silenced')).toBeVisible()

    await user.click(offline.getByRole('link', { name: '2' }))
    await screen.findByRole('heading', { level: 1, name: 'Alerts' })
    await screen.findByRole('rowheader', { name: attic.title })
    expect(rowNames()).toHaveLength(2)
  })
})

describe('the scope of a rule', () => {
  it('says in the form, without an alert, which of its rows are deleted', async () => {
    const gateways = await read<Gateway[]>('gateways')
    const { id } = await addRule({ gatewayIds: gateways.map((gateway) => gateway.id) })
    const attic = gateways.find(({ name }) => name === 'Attic')
    await remove(`gateways/${attic?.id}`)
    const { user, alerts } = await open(`/pages/alert-rules/${id}/edit`)
    const chosen = within(await screen.findByRole('list', { name: 'Gateways chosen' }))
    await user.click(await chosen.findByRole('button', { name: 'Remove deleted gateway' }))
    await waitFor(() => expect(chosen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Barn', 'Cellar']))
    expect(alerts).toEqual([])
  })

  it.each([
    [['Attic', 'Barn'], 'Barn and Attic (deleted)'],
    [['Attic'], 'Nothing: Attic (deleted)'],
  ])('limited to %j is %j once Attic is deleted', async (names, words) => {
    const gateways = await read<Gateway[]>('gateways')
    const gatewayIds = gateways.flatMap(({ id, name }) => (names.includes(name) ? [id] : []))
    const { id } = await addRule({ gatewayIds })
    await remove(`gateways/${gateways.find(({ name }) => name === 'Attic')?.id}`)
    await open(`/pages/alert-rules/${id}`)
    await screen.findByRole('heading', { level: 1 })
    expect(fact('Scope')).toHaveTextContent(words)
  })
})

describe('a rule’s form', () => {
  it('shows what the rule would raise now, asks for what its kind needs, and creates it', async () => {
    await addChannel({ name: 'Night shift' })
    const { user } = await open('/pages/alert-rules/new')
    const now = await region('Right now')
    expect(await now.findByText('3 gateways meet the condition.')).toBeVisible()
    expect(now.getByRole('link', { name: 'Attic' })).toBeVisible()
    const status = now.getByRole('status')
    expect(screen.queryByRole('combobox', { name: 'Reading' })).toBeNull()

    await user.selectOptions(screen.getByRole('combobox', { name: 'When' }), 'A reading is too low')
    await waitFor(() => expect(status).toHaveTextContent('Complete or correct the rule to see what it would raise now.'))
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Reading' }), 'Soil moisture')
    await waitFor(() => expect(status).toHaveTextContent('No sensor has met the condition for 10 min.'))

    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Too dry')
    await user.click(screen.getByRole('combobox', { name: 'Send to' }))
    await user.click(await screen.findByRole('option', { name: /Night shift/ }))
    await user.click(screen.getByRole('button', { name: 'Create alert rule' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Too dry' })).toBeVisible()
    expect(fact('Sent to')).toHaveTextContent('Night shift')
    expect(await read<AlertRule[]>('alert_rules')).toMatchObject([{ kind: 'reading_low', metric: 'soil_moisture', forS: 600 }])
  })

  it('reports missing values on their fields, and keeps what was typed', async () => {
    await addRule({ name: 'Offline' })
    const { user } = await open('/pages/alert-rules/new')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Offline')
    await user.selectOptions(screen.getByRole('combobox', { name: 'When' }), 'A reading is too high')
    await user.click(screen.getByRole('button', { name: 'Create alert rule' }))
    expect(await screen.findAllByText('Choose a reading')).not.toHaveLength(0)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Reading' }), 'Air temperature')
    await user.click(screen.getByRole('button', { name: 'Create alert rule' }))
    expect(await screen.findAllByText('Name is taken by Offline')).not.toHaveLength(0)
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Offline')
  })

  it.each([
    ['is of another shape', () => Response.json({ result: 5 }), FALLBACK_MESSAGE],
    [
      'is an error',
      () => Response.json({ message: 'The database is busy', code: 'internal', requestId: 'r-1' }, { status: 500 }),
      'The database is busy',
    ],
  ])('says so when the rule’s preview %s, and tries again', async (_what, fault, sentence) => {
    const opened = await open('/pages/notification-channels')
    await screen.findByRole('heading', { level: 1 })
    opened.disturb((request) => (request.url.endsWith('/preview') ? fault() : null))
    await opened.go('/pages/alert-rules/new')
    const now = await region('Right now')
    expect(await now.findByText(sentence)).toBeVisible()
    opened.disturb(() => null)
    await opened.user.click(now.getByRole('button', { name: 'Retry' }))
    expect(await now.findByText('3 gateways meet the condition.')).toBeVisible()
    expect(opened.alerts.map(({ problem }) => problem.message)).toEqual([sentence])
  })
})

describe('a rule about rollouts', () => {
  it('names the rollouts that it finds, and is limited only by tags and gateways', async () => {
    const firmware = await insertFirmware(server.db, [])
    const limits = { go_on_pct: 100, within_h: 24, stop_pct: 50 }
    const stopped = { status: 'stopped', halted: true, ended_at: new Date(Date.now() - 3_600_000) }
    const rollout = await insert(server.db, 'rollouts', { name: 'To the roofs', firmware_id: firmware, ...limits, ...stopped })
    const { user } = await open('/pages/alert-rules/new')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'When' }), 'A rollout stopped by itself')
    const now = await region('Right now')
    expect(await now.findByText('1 rollout meets the condition.')).toBeVisible()
    expect(now.getByRole('link', { name: 'To the roofs' })).toHaveAttribute('href', `/pages/rollouts/${rollout}`)
    expect(screen.getByRole('combobox', { name: 'Gateways' })).toBeVisible()
    for (const name of ['Plants', 'Humidity groups', 'Temperature groups', 'Light groups'])
      expect(screen.queryByRole('combobox', { name })).toBeNull()
  })
})

describe('a rule’s page', () => {
  it('shows what it finds now, is silenced for some time, and the silence is ended', async () => {
    const { id } = await addRule({ name: 'Offline', tags: ['roof'] })
    const { user } = await open(`/pages/alert-rules/${id}`)
    expect(await (await region('Right now')).findByText('No gateway meets the condition.')).toBeVisible()
    expect(fact('Scope')).toHaveTextContent('roof')
    expect(fact('Sent to')).toHaveTextContent('Nobody')
    await user.click(screen.getByRole('button', { name: 'Silence' }))
    const question = await dialog('Silence Offline?')
    await user.click(question.getByRole('radio', { name: 'For one hour' }))
    await user.click(question.getByRole('button', { name: 'Silence' }))
    expect(await screen.findByText('Silenced')).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'End the silence' }))
    await user.click((await dialog('End the silence of Offline?')).getByRole('button', { name: 'End the silence' }))
    await waitFor(() => expect(screen.getByText('Active')).toBeVisible())
    expect(await read<AlertRule>(`alert_rules/${id}`)).toMatchObject({ silencedUntil: null })
  })

  it('follows what it finds, and says for how long nothing has met the condition', async () => {
    const { id } = await addRule({ forS: 7200 })
    const { store } = await open(`/pages/alert-rules/${id}`)
    const now = await region('Right now')
    expect(await now.findByText('No gateway has met the condition for 2 h.')).toBeVisible()
    await server.db.query(sql`update gateways set last_seen_at = now() - interval '1 day'`)
    store.dispatch(api.util.invalidateTags(['Analytics']))
    expect(await now.findByText('3 gateways meet the condition.')).toBeVisible()
  })

  it('is still silenced by the dialog that a colleague’s silence finds open', async () => {
    const { id } = await addRule({ name: 'Offline' })
    const { user, store } = await open(`/pages/alert-rules/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Silence' }))
    const question = await dialog('Silence Offline?')
    await server.db.query(sql`update alert_rules set silenced_until = now() + interval '1 hour' where id = ${id}`)
    store.dispatch(api.util.invalidateTags([alertRules.name]))
    expect(await screen.findByText('Silenced')).toBeVisible()
    await user.click(question.getByRole('radio', { name: 'For a week' }))
    await user.click(question.getByRole('button', { name: 'Silence' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const { silencedUntil } = await read<AlertRule>(`alert_rules/${id}`)
    expect(Date.parse(silencedUntil ?? '') - Date.now()).toBeGreaterThan(6 * 86_400_000)
  })

  it('is not called silenced when the chosen time has passed before the press', async () => {
    const { id } = await addRule({ name: 'Offline' })
    const { user, calls } = await open(`/pages/alert-rules/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Silence' }))
    const question = await dialog('Silence Offline?')
    await user.click(question.getByRole('radio', { name: 'For one hour' }))
    vi.setSystemTime(Date.now() + 3_600_000)
    await user.click(question.getByRole('button', { name: 'Silence' }))
    expect(await question.findByText('This time has passed. Open the dialog again.')).toBeVisible()
    expect(screen.queryByText('Offline silenced')).toBeNull()
    expect(calls.filter((call) => call.startsWith('PATCH') || call.startsWith('PUT'))).toEqual([])
  })

  it('is active again once its silence is over, and can be silenced again', async () => {
    const { id } = await addRule({ name: 'Offline', silencedUntil: new Date(Date.now() - 60_000).toISOString() })
    await open(`/pages/alert-rules/${id}`)
    expect(await screen.findByText('Active')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Silence' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'End the silence' })).toBeNull()
  })

  it('is deleted, and its alerts stay listed as resolved', async () => {
    const { id } = await addRule({ name: 'Offline' })
    await judge()
    const { user } = await open(`/pages/alert-rules/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const question = await dialog('Delete Offline?')
    expect(question.getByText(/Its open alerts are resolved; all of its alerts stay listed\./)).toBeVisible()
    await user.click(question.getByRole('button', { name: /^Delete/ }))
    await screen.findByRole('heading', { level: 1, name: 'Alert Rules' })
    expect(await judge()).toMatchObject([{ status: 'resolved' }, { status: 'resolved' }, { status: 'resolved' }])
  })
})
