import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { alertPaths } from '../../src/contract/alertCalls'
import type { Alert } from '../../src/contract/alerts'
import { ROWS_PER_CALL } from '../../src/crud/model/callLimits'
import { alertingAt } from '../support/rows/alerting'
import { loseAnswers } from '../support/screens/network'
import { inside, rowNames, rowOf } from '../support/screens/shown'
import { emptiedServer } from '../support/server/hooks'
import { signal } from '../support/signal'

const server = emptiedServer()
const { move, open, raised, read } = alertingAt(server)

const dialog = (name: string) => inside('alertdialog', name)

describe('the list of alerts', () => {
  it('shows the severity, status and rule of each, and leads to rules and channels', async () => {
    const [attic, barn] = await raised()
    await move(attic, 'acknowledge', { note: 'On my way' })
    await move(barn, 'snooze', { until: new Date(Date.now() + 3_600_000).toISOString() })
    await open('/pages/alerts?sort=title')
    const row = await rowOf('Attic is offline')
    expect(row.getByText('Critical')).toBeVisible()
    expect(row.getByText('Acknowledged')).toBeVisible()
    expect(row.getByRole('link', { name: 'Offline' })).toHaveAttribute('href', `/pages/alert-rules/${attic.ruleId ?? ''}`)
    expect((await rowOf('Barn is offline')).getByText('Open, snoozed')).toBeVisible()
    expect((await rowOf('Cellar is offline')).getByText('Open')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Rules' })).toHaveAttribute('href', '/pages/alert-rules')
    expect(screen.getByRole('link', { name: 'Channels' })).toHaveAttribute('href', '/pages/notification-channels')
    expect(screen.queryByRole('link', { name: /^New/ })).toBeNull()
  })

  it('is filtered by its address, for example to alerts that are not snoozed', async () => {
    const [attic] = await raised()
    await move(attic, 'snooze', { until: new Date(Date.now() + 3_600_000).toISOString() })
    await open('/pages/alerts?snoozed=false&sort=title')
    await screen.findByRole('rowheader', { name: 'Barn is offline' })
    expect(rowNames()).toEqual(['Barn is offline', 'Cellar is offline'])
  })

  it('moves several at once, and skips those resolved meanwhile', async () => {
    const [attic] = await raised()
    const { user } = await open('/pages/alerts?sort=title')
    await user.click(await screen.findByRole('checkbox', { name: /Select all/ }))
    await user.click(screen.getByRole('button', { name: 'Acknowledge' }))
    const question = await dialog('Acknowledge 3 alerts?')
    await user.type(question.getByRole('textbox', { name: 'Note' }), 'Power cut')
    await move(attic, 'resolve')
    await user.click(question.getByRole('button', { name: 'Acknowledge 3 alerts' }))
    const report = within(await screen.findByRole('dialog', { name: '1 alert could not be acknowledged' }))
    expect(report.getByRole('listitem')).toHaveTextContent('Attic is offline: This alert is resolved')
    await user.click(report.getAllByRole('button', { name: 'Close' })[1] ?? document.body)
    expect(await screen.findByText('2 alerts acknowledged')).toBeVisible()
    expect(await read<Alert[]>('alerts?sort=title')).toMatchObject([
      { status: 'resolved' },
      { status: 'acknowledged', note: 'Power cut' },
      { status: 'acknowledged', note: 'Power cut' },
    ])
  })

  it('keep their notes when several are resolved without a new one', async () => {
    const [attic] = await raised()
    await move(attic, 'acknowledge', { note: 'On my way' })
    const { user } = await open('/pages/alerts?sort=title')
    await user.click(await screen.findByRole('checkbox', { name: /Select all/ }))
    await user.click(screen.getByRole('button', { name: 'Resolve' }))
    const question = await dialog('Resolve 3 alerts?')
    await user.click(question.getByRole('button', { name: 'Resolve 3 alerts' }))
    expect(await screen.findByText('3 alerts resolved')).toBeVisible()
    expect(await read<Alert>(`alerts/${attic.id}`)).toMatchObject({ status: 'resolved', note: 'On my way' })
  })

  it('are acknowledged once when the answer was lost and they are acknowledged again', async () => {
    await raised()
    const { user, disturb } = await open('/pages/alerts?sort=title')
    await user.click(await screen.findByRole('checkbox', { name: /Select all/ }))
    await user.click(screen.getByRole('button', { name: 'Acknowledge' }))
    const answer = loseAnswers({ disturb }, server, alertPaths.many('acknowledge'))
    const confirm = await screen.findByRole('button', { name: 'Acknowledge 3 alerts' })
    await user.click(confirm)
    await within(screen.getByRole('alertdialog')).findByRole('alert')
    answer()
    await user.click(confirm)
    expect(await screen.findByText('3 alerts acknowledged')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  /** Opens the report of an acknowledgement of three alerts that failed for more rows than two calls take; `answer`: to a part of those. */
  const reported = async (answer: (nth: number) => Promise<Response | null>) => {
    await raised()
    const failed = Array.from({ length: 2 * ROWS_PER_CALL + 1 }, (_none, at) => ({
      id: `01890000-0000-7000-8000-${String(at).padStart(12, '0')}`,
      code: 'illegal_move',
      message: at === 0 ? 'This alert is resolved' : 'There is no such alert',
    }))
    const opened = await open('/pages/alerts?sort=title')
    const { user, disturb } = opened
    const sent: number[] = []
    disturb(async (request) => {
      if (request.url.includes('/alerts/01890000')) return Response.json({ message: 'There is none' }, { status: 404 })
      if (!request.url.endsWith(alertPaths.many('acknowledge'))) return null
      const { ids } = (await request.json()) as { ids: string[] }
      sent.push(ids.length)
      return sent.length === 1 ? Response.json({ result: { done: 2, failed } }) : answer(sent.length - 1)
    })
    await user.click(await screen.findByRole('checkbox', { name: /Select all/ }))
    await user.click(screen.getByRole('button', { name: 'Acknowledge' }))
    await user.click(await screen.findByRole('button', { name: 'Acknowledge 3 alerts' }))
    const report = await screen.findByRole('dialog', { name: '401 alerts could not be acknowledged' })
    expect(report).toHaveTextContent('2 of 3 are acknowledged.')
    expect(within(report).getAllByRole('listitem')[0]).toHaveTextContent('This alert is resolved')
    const retry = async () => {
      const button = within(report).getByRole('button', { name: 'Retry failed' })
      await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
      await user.click(button)
    }
    return { ...opened, report, sent, retry }
  }

  it('tries those that failed again part after part, and none after a part without an answer', async () => {
    const { report, sent, retry } = await reported(async (nth) =>
      nth === 2 ? Response.json({ message: 'Out for lunch' }, { status: 503 }) : null,
    )
    await retry()
    expect(await within(report).findByRole('alert')).toHaveTextContent('Out for lunch')
    expect(report).toHaveAccessibleName('Up to 401 alerts were not acknowledged')
    await retry()
    await waitFor(() => expect(within(report).queryByRole('alert')).toBeNull())
    // The two parts without an answer again as they were, then the rows that the first one refused.
    await waitFor(() => expect(sent).toEqual([3, ROWS_PER_CALL, ROWS_PER_CALL, ROWS_PER_CALL, 1, ROWS_PER_CALL]))
  })

  it('sends nothing more after Stop, and says how far it is until then, and what is left after it', async () => {
    const answer = signal()
    const { user, report, sent, retry } = await reported(() =>
      answer.given.then(() => Response.json({ result: { done: ROWS_PER_CALL, failed: [] } })),
    )
    await retry()
    expect(await within(report).findByRole('progressbar', { name: 'Alerts acknowledged' })).toHaveAttribute('max', '401')
    expect(within(report).getByText('0 of 401 alerts')).toBeVisible()
    expect(within(report).getByRole('button', { name: 'Retry failed' })).toHaveFocus()
    const stop = within(report).getByRole('button', { name: 'Stop' })
    await user.click(stop)
    expect(stop).toHaveAttribute('aria-disabled', 'true')
    expect(stop).toHaveFocus()
    answer.give()
    expect(await screen.findByText('202 alerts acknowledged, 201 left as they were')).toBeVisible()
    expect(sent).toEqual([3, ROWS_PER_CALL])
  })

  it('sends nothing more once the page is left, and says what is done', async () => {
    const answer = signal()
    const { go, sent, retry } = await reported(async () => {
      await answer.given
      return Response.json({ result: { done: ROWS_PER_CALL, failed: [] } })
    })
    await retry()
    await waitFor(() => expect(sent).toEqual([3, ROWS_PER_CALL]))
    await go('/pages/gateways')
    expect(await screen.findByText('2 alerts acknowledged')).toBeVisible()
    answer.give()
    expect(await screen.findByText('200 alerts acknowledged')).toBeVisible()
    expect(sent).toEqual([3, ROWS_PER_CALL])
  })
})
