import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { api } from '../../../src/api/api'
import { openConsole } from '../../support/screens/console'
import { emptiedServer, fleetAt } from '../../support/server/hooks'
import { addDatapoints } from '../../support/rows/fleet'
import { rowNames } from '../../support/screens/shown'
import { signal } from '../../support/signal'

const server = emptiedServer()
const fleet = fleetAt(server)

const table = (name = 'Gateways') => screen.findByRole('table', { name })
const pick = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` })
/** Confirms a deletion: its button is enabled once the preview says what the deletion means. */
const confirm = async (user: { click(element: Element): Promise<void> }, name: string) => {
  await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled())
  await user.click(screen.getByRole('button', { name }))
}

describe('a selection', () => {
  it('shows its scope, spans pages, and is sent by ids', async () => {
    for (const name of ['A1', 'A2', 'A3', 'B1']) await fleet.addSensor({ name })
    const { user, calls } = await openConsole(server, fleet.token, '/pages/sensors?pageSize=2')
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    expect(await screen.findByText('2 sensors on this page selected')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await user.click(await pick('A3'))
    expect(await screen.findByText('3 sensors selected')).toBeVisible()
    await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 3 sensors?' })
    expect(dialog).toHaveTextContent('A1, A2 and A3.')
    await confirm(user, 'Delete 3 sensors')
    await waitFor(() => expect(screen.getByText('3 sensors deleted')).toBeVisible())
    expect(calls.filter((call) => call.endsWith('/bulk_delete'))).toEqual(['POST /api/v1/sensors/bulk_delete'])
    await waitFor(() => expect(rowNames()).toEqual(['B1']))
  })

  it('is judged by the server, because a device may have reported since the list was read', async () => {
    const [{ id }] = [await fleet.addSensor({ name: 'Fern' }), await fleet.addSensor({ name: 'Moss' })]
    const { user } = await openConsole(server, fleet.token, '/pages/sensors')
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await addDatapoints(server, id, 3)
    await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 2 sensors?' }))
    expect(await dialog.findByText(/1 of them cannot be restored\./)).toBeVisible()
    await user.type(dialog.getByRole('textbox'), 'delete 2 sensors')
    expect(dialog.getByRole('button', { name: 'Delete 2 sensors' })).toBeEnabled()
  })

  it('extends to all matching rows, and deletes only those', async () => {
    for (const name of ['Fern 1', 'Fern 2', 'Fern 3', 'Moss']) await fleet.addSensor({ name })
    const { user } = await openConsole(server, fleet.token, '/pages/sensors?q=fern&pageSize=2')
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(await screen.findByRole('button', { name: 'Select all 3 sensors that match' }))
    expect(await screen.findByText('All 3 sensors selected')).toBeVisible()
    await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 3 sensors?' })
    expect(dialog).toHaveTextContent('filtered by “fern”')
    await confirm(user, 'Delete 3 sensors')
    await user.click((await screen.findAllByRole('button', { name: 'Clear filters' }))[0] ?? document.body)
    await waitFor(() => expect(rowNames()).toEqual(['Moss']))
  })

  it('spans pages that were not loaded, and is sent as the filter with the shown count', async () => {
    for (const name of ['Fern 1', 'Fern 2', 'Fern 3', 'Moss']) await fleet.addSensor({ name })
    const { user, disturb } = await openConsole(server, fleet.token, '/pages/sensors?q=fern&pageSize=2')
    const bodies: unknown[] = []
    disturb(async (request) => {
      if (request.url.endsWith('/bulk_delete')) bodies.push(await request.json())
      return null
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(await screen.findByRole('button', { name: 'Select all 3 sensors that match' }))
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(await pick('Fern 3')).toBeChecked()
    await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Delete' }))
    await confirm(user, 'Delete 3 sensors')
    expect(await screen.findByText('3 sensors deleted')).toBeVisible()
    expect(bodies).toEqual([{ filter: { q: 'fern' }, expectedCount: 3 }])
  })

  it('says what is deleted with all rows, also with those that were not loaded', async () => {
    for (const datapoints of [2, 0, 40]) await fleet.addSensor({ name: `Fern ${datapoints}`, datapoints })
    const { user } = await openConsole(server, fleet.token, '/pages/sensors?pageSize=2')
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(await screen.findByRole('button', { name: 'Select all 3 sensors' }))
    await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 3 sensors?' }))
    expect(await dialog.findByText('42 datapoints are deleted too. 2 of them cannot be restored.')).toBeVisible()
  })

  it('says in the report why the failed ones could not be tried again', async () => {
    const [{ id }] = [await fleet.addSensor({ name: 'Fern' }), await fleet.addSensor({ name: 'Moss' })]
    const { user, disturb } = await openConsole(server, fleet.token, '/pages/sensors?pageSize=1')
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(await screen.findByRole('button', { name: 'Select all 2 sensors' }))
    await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Delete' }))
    const failed = [{ id, code: 'in_use', message: 'It is in use' }]
    disturb(async (request) => {
      if (!request.url.endsWith('/bulk_delete')) return null
      const { ids } = (await request.json()) as { ids?: string[] }
      return ids === undefined
        ? Response.json({ result: { done: 1, failed } })
        : Response.json({ message: 'Too busy just now' }, { status: 503 })
    })
    await confirm(user, 'Delete 2 sensors')
    const report = await screen.findByRole('dialog', { name: '1 sensor could not be deleted' })
    await user.click(within(report).getByRole('button', { name: 'Retry failed' }))
    expect(await within(report).findByRole('alert')).toHaveTextContent('Too busy just now')
    expect(report).toHaveTextContent('1 of 2 is deleted.')
  })

  it('of all rows becomes the page without the row that the user deselects', async () => {
    for (const name of ['A1', 'A2', 'B1']) await fleet.addSensor({ name })
    const { user } = await openConsole(server, fleet.token, '/pages/sensors?pageSize=2')
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(await screen.findByRole('button', { name: 'Select all 3 sensors' }))
    expect(within(screen.getByRole('region', { name: 'Selection' })).getAllByRole('button')[0]).toHaveFocus()
    await user.click(await pick('A2'))
    expect(await screen.findByText('1 sensor selected')).toBeVisible()
    expect(await pick('A1')).toBeChecked()
  })

  it('deletes nothing and asks again when the number of matches has changed', async () => {
    for (const name of ['Fern 1', 'Fern 2', 'Fern 3']) await fleet.addSensor({ name })
    const { user } = await openConsole(server, fleet.token, '/pages/sensors?q=fern&pageSize=2')
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(await screen.findByRole('button', { name: 'Select all 3 sensors that match' }))
    await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete 3 sensors' })).toBeEnabled())
    await fleet.addSensor({ name: 'Fern 4' })
    await user.click(screen.getByRole('button', { name: 'Delete 3 sensors' }))
    const again = await screen.findByRole('alertdialog', { name: 'Delete 4 sensors?' })
    expect(within(again).getByRole('alert')).toHaveTextContent('4 sensors match now, not 3: nothing was deleted.')
    expect(await screen.findByText('All 4 sensors selected')).toBeInTheDocument()
    await confirm(user, 'Delete 4 sensors')
    expect(await screen.findByText('4 sensors deleted')).toBeVisible()
  })

  it('asks again when the number of matches changes before the preview arrives, and closes when none match', async () => {
    const [one, other] = [await fleet.addSensor({ name: 'Fern 1' }), await fleet.addSensor({ name: 'Fern 2' })]
    const { user, store } = await openConsole(server, fleet.token, '/pages/sensors?q=fern&pageSize=1')
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(await screen.findByRole('button', { name: 'Select all 2 sensors that match' }))
    await fleet.remove(`/api/v1/sensors/${one.id}`)
    await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Delete' }))
    const again = await screen.findByRole('alertdialog', { name: 'Delete 1 sensor?' })
    expect(within(again).getByRole('alert')).toHaveTextContent(
      '1 sensor matches now, not 2: nothing was deleted. Continue with this number?',
    )
    await waitFor(() => expect(within(again).getByRole('button', { name: 'Delete 1 sensor' })).toBeEnabled())
    await fleet.remove(`/api/v1/sensors/${other.id}`)
    await user.click(within(again).getByRole('button', { name: 'Delete 1 sensor' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    // A row that matches later is not selected.
    await fleet.addSensor({ name: 'Fern 3' })
    act(() => void store.dispatch(api.util.invalidateTags(['Sensor'])))
    expect(await pick('Fern 3')).not.toBeChecked()
  })

  it('can still be confirmed when neither the preview nor the new number can be known', async () => {
    for (const name of ['Fern 1', 'Fern 2']) await fleet.addSensor({ name })
    const { user, disturb } = await openConsole(server, fleet.token, '/pages/sensors?q=fern&pageSize=1')
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(await screen.findByRole('button', { name: 'Select all 2 sensors that match' }))
    const body = { message: '3 match now', code: 'count_changed', requestId: 'test' }
    disturb(({ url }) => {
      if (url.endsWith('/bulk_delete/preview')) return Response.json(body, { status: 409 })
      return url.includes('pageSize=6') ? Response.error() : null
    })
    await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 2 sensors?' })
    expect(await within(dialog).findByText(/final|cannot be undone|restored/i)).toBeVisible()
    await user.type(await within(dialog).findByRole('textbox'), 'delete 2 sensors')
    expect(within(dialog).getByRole('button', { name: 'Delete 2 sensors' })).toBeEnabled()
  })

  it('is cleared by another filter, so that no unseen row is deleted', async () => {
    for (const name of ['Fern', 'Moss']) await fleet.addSensor({ name })
    const { user } = await openConsole(server, fleet.token, '/pages/sensors')
    await user.click(await pick('Fern'))
    expect(screen.getByRole('region', { name: 'Selection' })).toBeVisible()
    await user.type(screen.getByRole('searchbox'), 'moss{Enter}')
    await waitFor(() => expect(rowNames()).toEqual(['Moss']))
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
    await user.clear(screen.getByRole('searchbox'))
    await waitFor(() => expect(rowNames()).toEqual(['Fern', 'Moss']))
    expect(await pick('Fern')).not.toBeChecked()
  })

  it('is cleared when the rows of another filter arrive, whatever was selected of those before meanwhile', async () => {
    for (const name of ['Fern', 'Moss']) await fleet.addSensor({ name })
    const { user, disturb } = await openConsole(server, fleet.token, '/pages/sensors')
    await pick('Fern')
    const answer = signal()
    disturb(({ url }) => (url.includes('q=moss') ? answer.given.then(() => null) : null))
    await user.type(screen.getByRole('searchbox'), 'moss{Enter}')
    await waitFor(async () => expect(await table('Sensors')).toHaveAttribute('aria-busy', 'true'))
    await user.click(await pick('Fern'))
    answer.give()
    await waitFor(() => expect(rowNames()).toEqual(['Moss']))
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
  })

  it('asks for the typed number when several gateways are deleted', async () => {
    for (const name of ['Attic', 'Barn']) await fleet.addGateway({ name })
    const { user } = await openConsole(server, fleet.token, '/pages/gateways')
    await table()
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 2 gateways?' })
    expect(within(dialog).getByRole('button', { name: 'Delete 2 gateways' })).toBeDisabled()
    await within(dialog).findByText(/It can be undone/)
    await user.type(within(dialog).getByRole('textbox'), 'delete 2 gateways{Enter}')
    expect(await screen.findByRole('heading', { name: 'No gateways yet' })).toBeVisible()
  })

  it('reports every row that could not be deleted, and retries those', async () => {
    for (const name of ['Fern', 'Moss', 'Sage']) await fleet.addSensor({ name })
    const opened = await openConsole(server, fleet.token, '/pages/sensors')
    await opened.user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    const bodies: string[][] = []
    opened.disturb(async (request) => {
      if (!request.url.endsWith('/bulk_delete')) return null
      const { ids } = (await request.json()) as { ids: string[] }
      bodies.push(ids)
      if (bodies.length > 1) return null
      const failed = ids.slice(1).map((id) => ({ id, code: 'in_use', message: 'It is in use' }))
      return Response.json({ result: { done: 1, failed } })
    })
    await opened.user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Delete' }))
    await confirm(opened.user, 'Delete 3 sensors')
    const report = await screen.findByRole('dialog', { name: '2 sensors could not be deleted' })
    expect(within(report).getByRole('listitem')).toHaveTextContent(/^2 sensors \(Moss and Sage\): It is in use\.$/)
    await opened.user.click(within(report).getByRole('button', { name: 'Retry failed' }))
    await waitFor(() => expect(rowNames()).toEqual(['Fern']))
    expect(bodies[1]).toEqual(bodies[0]?.slice(1))
  })
})
