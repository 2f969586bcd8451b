import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { api } from '../../src/api/api'
import { alerts, type Alert } from '../../src/contract/alerts'
import type { AlertRule } from '../../src/contract/alertRules'
import { alertingAt } from '../support/rows/alerting'
import { fact, inside } from '../support/screens/shown'
import { emptiedServer } from '../support/server/hooks'

const server = emptiedServer()
const { addRule, judge, move, open, raised, read } = alertingAt(server)

const dialog = (name: string) => inside('alertdialog', name)

describe('an alert’s page', () => {
  it('is acknowledged with a note, which it shows with the user’s name', async () => {
    const [attic] = await raised()
    const { user } = await open(`/pages/alerts/${attic.id}`)
    await user.click(await screen.findByRole('button', { name: 'Acknowledge' }))
    expect(screen.queryByText(/^Not set/)).toBeNull()
    const question = await dialog('Acknowledge “Attic is offline”?')
    await user.type(question.getByRole('textbox', { name: 'Note' }), 'Fuse is out')
    await user.click(question.getByRole('button', { name: 'Acknowledge' }))
    expect(await screen.findByText('Acknowledged: Attic is offline')).toBeVisible()
    expect(await screen.findByText('Fuse is out')).toBeVisible()
    expect(fact('Acknowledged')).toHaveTextContent(/^Administrator, /)
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Resolve' })).toBeVisible()
  })

  it('loses a note that is emptied when it is resolved', async () => {
    const [attic] = await raised()
    await move(attic, 'acknowledge', { note: 'On my way' })
    const { user } = await open(`/pages/alerts/${attic.id}`)
    await user.click(await screen.findByRole('button', { name: 'Resolve' }))
    const question = await dialog('Resolve “Attic is offline”?')
    await user.clear(question.getByRole('textbox', { name: 'Note' }))
    await user.click(question.getByRole('button', { name: 'Resolve' }))
    expect(await screen.findByText('Resolved: Attic is offline')).toBeVisible()
    expect(await read<Alert>(`alerts/${attic.id}`)).toMatchObject({ status: 'resolved', note: null })
  })

  it('keeps the note that a colleague wrote while it was being resolved', async () => {
    const [attic] = await raised()
    const { user } = await open(`/pages/alerts/${attic.id}`)
    await user.click(await screen.findByRole('button', { name: 'Resolve' }))
    const question = await dialog('Resolve “Attic is offline”?')
    await move(attic, 'acknowledge', { note: 'Part ordered' })
    await user.click(question.getByRole('button', { name: 'Resolve' }))
    expect(await screen.findByText('Resolved: Attic is offline')).toBeVisible()
    expect(await read<Alert>(`alerts/${attic.id}`)).toMatchObject({ status: 'resolved', note: 'Part ordered' })
  })

  it('is still snoozed by the dialog that a colleague’s snooze finds open', async () => {
    const [attic] = await raised()
    const { user, store } = await open(`/pages/alerts/${attic.id}`)
    await user.click(await screen.findByRole('button', { name: 'Snooze' }))
    const question = await dialog('Snooze “Attic is offline”?')
    await move(attic, 'snooze', { until: new Date(Date.now() + 3_600_000).toISOString() })
    store.dispatch(api.util.invalidateTags([alerts.name]))
    expect(await screen.findAllByText('Open, snoozed')).not.toHaveLength(0)
    await user.click(question.getByRole('button', { name: 'Snooze' }))
    expect(await screen.findByText('Snoozed: Attic is offline')).toBeVisible()
    expect(await read<Alert>(`alerts/${attic.id}`)).toMatchObject({ snoozed: true })
  })

  it('is snoozed for a suggested or a custom time, and the snooze is ended', async () => {
    const [attic] = await raised()
    const { user } = await open(`/pages/alerts/${attic.id}`)
    await user.click(await screen.findByRole('button', { name: 'Snooze' }))
    const question = await dialog('Snooze “Attic is offline”?')
    expect(question.getByRole('radio', { name: 'For the night, until 7:00 (local time)' })).toBeChecked()
    await user.click(question.getByRole('radio', { name: 'Until another time' }))
    expect(question.getByRole('button', { name: 'Snooze' })).toBeDisabled()
    const until = question.getByLabelText('Until (local time)')
    await user.type(until, '2001-01-01T18:00')
    await user.tab()
    expect(until).toBeInvalid()
    expect(until).toHaveAccessibleDescription('Choose a time in the future')
    await user.clear(until)
    await user.type(until, '2099-01-01T18:00')
    expect(until).toBeValid()
    expect(question.getByRole('button', { name: 'Snooze' })).toBeEnabled()
    await user.click(question.getByRole('radio', { name: 'For a week' }))
    await user.click(question.getByRole('button', { name: 'Snooze' }))
    expect(await screen.findAllByText('Open, snoozed')).not.toHaveLength(0)
    const { snoozedUntil } = await read<Alert>(`alerts/${attic.id}`)
    expect(Math.round((Date.parse(snoozedUntil ?? '') - Date.now()) / 3_600_000)).toBe(7 * 24)

    await user.click(screen.getByRole('button', { name: 'Snooze' }))
    await user.click((await dialog('End the snooze of “Attic is offline”?')).getByRole('button', { name: 'End the snooze' }))
    expect(await screen.findByText('Snooze ended: Attic is offline')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Open, snoozed')).toBeNull())
  })

  it('promises no message at the end of a snooze when it is acknowledged', async () => {
    const [attic] = await raised()
    await move(attic, 'acknowledge')
    const { user } = await open(`/pages/alerts/${attic.id}`)
    await user.click(await screen.findByRole('button', { name: 'Snooze' }))
    expect(
      (await dialog('Snooze “Attic is offline”?')).getByText('It stays acknowledged, and nothing is sent when the snooze ends.'),
    ).toBeVisible()
  })

  it('says why a move failed when another user acted first', async () => {
    const [attic] = await raised()
    const { user } = await open(`/pages/alerts/${attic.id}`)
    await user.click(await screen.findByRole('button', { name: 'Acknowledge' }))
    await move(attic, 'resolve')
    const question = await dialog('Acknowledge “Attic is offline”?')
    await user.click(question.getByRole('button', { name: 'Acknowledge' }))
    expect(await question.findByText(/This alert is resolved and cannot be acknowledged/)).toBeVisible()
  })
})

describe('alerts on a device’s page', () => {
  it('are acknowledged there, and their rule is silenced for the night', async () => {
    const [attic] = await raised()
    await server.db.query(sql`update alerts set times_raised = 1204 where id = ${attic.id}`)
    const { user } = await open(`/pages/gateways/${attic.subjectId}`)
    const card = within(await screen.findByRole('region', { name: 'Alerts' }))
    await user.click(card.getByRole('button', { name: 'What to do about Attic is offline' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Acknowledge' }))
    expect(card.getByText(/, raised 1,204 times$/)).toBeVisible()
    expect(await card.findByText('Acknowledged')).toBeVisible()
    await user.click(card.getByRole('button', { name: 'What to do about Attic is offline' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Silence/ }))
    expect(await screen.findByText('Offline silenced')).toBeVisible()
    const [rule] = await read<AlertRule[]>('alert_rules')
    expect(new Date(rule?.silencedUntil ?? '').getHours()).toBe(7)
  })

  it('stay snoozed, and their rule silenced, until a later time than the menu’s', async () => {
    const [attic] = await raised()
    const until = '2099-01-01T18:00:00.000Z'
    await move(attic, 'snooze', { until })
    await server.db.query(sql`update alert_rules set silenced_until = ${until}`)
    const { user } = await open(`/pages/gateways/${attic.subjectId}`)
    const card = within(await screen.findByRole('region', { name: 'Alerts' }))
    const choose = async (name: string) => {
      await user.click(card.getByRole('button', { name: 'What to do about Attic is offline' }))
      await user.click(await screen.findByRole('menuitem', { name }))
    }
    await choose('Snooze for the night, until 7:00')
    expect(await screen.findByText(/^Attic is offline is already snoozed until 1 Jan 2099, /)).toBeVisible()
    await choose('Silence the rule for the night, until 7:00')
    expect(await screen.findByText(/^Offline is already silenced until 1 Jan 2099, /)).toBeVisible()
    expect(await read<Alert>(`alerts/${attic.id}`)).toMatchObject({ snoozedUntil: until })
    expect(await read<AlertRule[]>('alert_rules')).toMatchObject([{ silencedUntil: until }])
  })

  it('are five there at most, and their link counts and lists all that are not resolved', async () => {
    for (let rules = 0; rules < 6; rules++) await addRule()
    const [attic] = await judge()
    await open(`/pages/gateways/${attic?.subjectId}`)
    const card = within(await screen.findByRole('region', { name: 'Alerts' }))
    expect(card.getAllByRole('listitem')).toHaveLength(5)
    const list = `/pages/alerts?gatewayId=${attic?.subjectId}&status=open&status=acknowledged`
    expect(card.getByRole('link', { name: 'All 6' })).toHaveAttribute('href', list)
  })

  it('say there why an action failed', async () => {
    const [attic] = await raised()
    const { user } = await open(`/pages/gateways/${attic.subjectId}`)
    const card = within(await screen.findByRole('region', { name: 'Alerts' }))
    await user.click(card.getByRole('button', { name: 'What to do about Attic is offline' }))
    const acknowledge = await screen.findByRole('menuitem', { name: 'Acknowledge' })
    await move(attic, 'resolve')
    await user.click(acknowledge)
    await waitFor(() => expect(card.queryByText('Attic is offline')).toBeNull())
    expect(card.getByRole('alert')).toHaveTextContent(/This alert is resolved and cannot be acknowledged/)
  })
})
