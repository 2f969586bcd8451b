import { screen, waitFor } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../../support/screens/console'
import { cappedAnswer } from '../../support/screens/cappedTotals'
import { hold } from '../../support/screens/network'
import { emptiedServer, fleetAt } from '../../support/server/hooks'

const server = emptiedServer()
const fleet = fleetAt(server)

const lines = (text: string | undefined) => (text ?? '').split('\r\n')
/** Waits for the rows: before, there is nothing to export. */
const exportButton = async () => {
  await screen.findByRole('table')
  return screen.getByRole('button', { name: 'Export' })
}
const firstColumn = (text: string | undefined) =>
  lines(text)
    .slice(1, -1)
    .map((line) => line.split(',')[0])

describe('an export', () => {
  it('contains the rows that the filter matches, in the order on screen, over all pages', async () => {
    for (const name of ['Fern 1', 'Fern 2', 'Fern 3', 'Moss']) await fleet.addSensor({ name })
    const { user, downloads } = await openConsole(server, fleet.token, '/pages/sensors?q=fern&sort=-name&pageSize=1')
    await user.click(await exportButton())
    expect(await screen.findByRole('radio', { name: 'Current filter (“fern”): 3' })).toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(downloads).toHaveLength(1))
    const text = await downloads[0]?.text
    expect(firstColumn(text)).toEqual(['Fern 3', 'Fern 2', 'Fern 1'])
    expect(lines(text)[0]).toBe(
      'name,eui,state,condition,lastSeenAt,batteryPct,externalPower,batteryLow,rssiDbm,gatewayName,plantName,datapointsCount',
    )
    expect(downloads[0]?.fileName).toMatch(/^sensors-\d{4}-\d\d-\d\d\.csv$/)
    await waitFor(() => expect(screen.getByText('3 sensors exported')).toBeVisible())
  })

  it('contains every row and every field when all are chosen', async () => {
    for (const name of ['Fern', 'Moss']) await fleet.addSensor({ name })
    const { user, downloads } = await openConsole(server, fleet.token, '/pages/sensors?q=fern')
    await user.click(await exportButton())
    await user.click(await screen.findByRole('radio', { name: 'All sensors' }))
    await user.click(screen.getByRole('radio', { name: 'All fields' }))
    await user.click(screen.getByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(downloads).toHaveLength(1))
    const text = await downloads[0]?.text
    expect(lines(text)).toHaveLength(4)
    expect(lines(text)[0]?.split(',')).toEqual(expect.arrayContaining(['id', 'createdAt', 'reportingIntervalS', 'externalPower']))
  })

  it('contains only the selected rows, in the list’s order', async () => {
    for (const name of ['Fern', 'Moss', 'Sage']) await fleet.addSensor({ name })
    const { user, downloads } = await openConsole(server, fleet.token, '/pages/sensors')
    await user.click(await screen.findByRole('checkbox', { name: 'Select Sage' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Fern' }))
    await user.click(await exportButton())
    expect(await screen.findByRole('radio', { name: 'Selected: 2 sensors' })).toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(downloads).toHaveLength(1))
    expect(firstColumn(await downloads[0]?.text)).toEqual(['Fern', 'Sage'])
  })

  it('contains selected rows that no longer match the filter', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern' })
    await fleet.addSensor({ name: 'Fern 2' })
    const deleted = await fleet.addSensor({ name: 'Fern 3' })
    const { user, downloads } = await openConsole(server, fleet.token, '/pages/sensors?q=fern')
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(await exportButton())
    await server.db.query(sql`update sensors set name = 'Moss' where id = ${id}`)
    await server.db.query(sql`delete from sensors where id = ${deleted.id}`)
    await user.click(await screen.findByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(downloads).toHaveLength(1))
    expect(firstColumn(await downloads[0]?.text)).toEqual(['Fern 2', 'Moss'])
    await waitFor(() => expect(screen.getByText('2 sensors exported')).toBeVisible())
  })

  it('is written for the user’s spreadsheet, and the next one, too', async () => {
    await server.db.query(
      sql`insert into temperature_groups (id, name, min_c, max_c) values (gen_random_uuid(), 'Roof', 1.25, 30)`,
    )
    const { user, downloads } = await openConsole(server, fleet.token, '/pages/temperature-groups')
    const format = 'CSV for Excel with decimal commas'
    for (const before of ['CSV', format]) {
      await user.click(await exportButton())
      expect(await screen.findByRole('radio', { name: before })).toBeChecked()
      await user.click(screen.getByRole('radio', { name: format }))
      await user.click(screen.getByRole('button', { name: 'Download CSV' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    for (const { text } of downloads.slice(0, 2)) expect(lines(await text)[1]).toMatch(/^Roof;1,25;30;/)
    await user.click(screen.getByRole('button', { name: 'Import' }))
    await user.click(await screen.findByRole('button', { name: 'Download a template' }))
    await waitFor(() => expect(downloads).toHaveLength(3))
    expect(lines(await downloads[2]?.text)[0]).toMatch(/^name;minC;maxC;/)
  })

  it('makes no file when reading fails, and says so', async () => {
    await fleet.addSensor({ name: 'Fern' })
    const opened = await openConsole(server, fleet.token, '/pages/sensors')
    await opened.user.click(await exportButton())
    opened.disturb(() => Response.json({ message: 'Out for lunch', code: 'unavailable', requestId: 'r' }, { status: 503 }))
    await opened.user.click(await screen.findByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(screen.getByText('Nothing was exported')).toBeVisible())
    expect(screen.getByText('Out for lunch.')).toBeVisible()
    opened.disturb(() => {
      throw new TypeError('Failed to fetch')
    })
    await opened.user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('The server cannot be reached.')).toBeVisible()
    expect(opened.downloads).toEqual([])
    opened.disturb(() => null)
    await opened.user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(opened.downloads).toHaveLength(1))
  })

  it('makes no file when the list keeps changing while it is read', async () => {
    await fleet.addSensor({ name: 'Fern' })
    const opened = await openConsole(server, fleet.token, '/pages/sensors')
    await opened.user.click(await exportButton())
    opened.disturb(async (request) => {
      const answer = await server.fetch(request)
      const body = (await answer.json()) as { meta: { total: number } }
      return Response.json({ ...body, meta: { ...body.meta, total: body.meta.total + 1 } })
    })
    await opened.user.click(await screen.findByRole('button', { name: 'Download CSV' }))
    expect(await screen.findByText('The list kept changing while it was read.')).toBeVisible()
    expect(opened.downloads).toEqual([])
  })

  describe('of several pages', () => {
    const names = Array.from({ length: 201 }, (_, at) => `Hub ${at + 1}`)
    /** Adds gateways: Hub 1 was seen last. */
    const addGateways = async (count: number) => {
      const { hardwareId } = await fleet.addGateway({ name: 'Hub 0' })
      await server.db.query(sql`delete from gateways`)
      await server.db.query(sql`
        insert into gateways (id, name, eui, serial_number, hardware_id, last_seen_at)
        select new_id(), 'Hub ' || n, '70B3D57ED1' || lpad(n::text, 6, '0'), 'SN-' || n, ${hardwareId}::uuid, now() - n * interval '1 second'
        from generate_series(1, ${count}::int) as n`)
    }
    /** Exports these gateways, the last seen first; `between` runs before each second page in that order. */
    const exported = async (between: () => Promise<unknown>, { capped = false } = {}) => {
      await addGateways(names.length)
      const { user, downloads, disturb } = await openConsole(server, fleet.token, '/pages/gateways?sort=-lastSeenAt')
      await user.click(await exportButton())
      disturb(async (request) => {
        if (/lastSeenAt.*page=2/.test(request.url)) await between()
        return capped ? cappedAnswer(await server.fetch(request), 150) : null
      })
      await user.click(await screen.findByRole('button', { name: 'Download CSV' }))
      await waitFor(() => expect(downloads).toHaveLength(1))
      return firstColumn(await downloads[0]?.text)
    }

    it('contains each row once, however often the devices report meanwhile', async () => {
      const rows = await exported(() =>
        server.db.query(sql`
          update gateways set last_seen_at = now() where last_seen_at = (select min(last_seen_at) from gateways)`),
      )
      expect(rows).toHaveLength(names.length)
      expect(new Set(rows)).toEqual(new Set(names))
      expect(rows.slice(0, 3)).toEqual(['Hub 1', 'Hub 2', 'Hub 3'])
    })

    it('contains every row that is there when one that was read before is deleted meanwhile', async () => {
      const rows = await exported(() => server.db.query(sql`delete from gateways where name = 'Hub 1'`))
      expect(rows).toHaveLength(names.length - 1)
      expect(new Set(rows)).toEqual(new Set(names.slice(1)))
    })

    it('contains every row when the server does not count them all, and does not say which part is read', async () => {
      const shown: unknown[] = []
      const between = async () => {
        await server.db.query(sql`delete from gateways where name = 'Hub 1'`)
        shown.push(screen.getByRole('progressbar', { name: 'Rows read' }).getAttribute('value'))
      }
      const rows = await exported(between, { capped: true })
      expect(shown).toEqual([null])
      expect(rows).toEqual(expect.arrayContaining(names.slice(1)))
    })

    it('reads selected rows one by one when they are fewer than the pages', async () => {
      await addGateways(401)
      const address = '/pages/gateways?sort=-lastSeenAt&page=17'
      const { user, calls, downloads } = await openConsole(server, fleet.token, address)
      await user.click(await screen.findByRole('checkbox', { name: 'Select Hub 401' }))
      await user.click(await exportButton())
      await user.click(await screen.findByRole('button', { name: 'Download CSV' }))
      await waitFor(() => expect(downloads).toHaveLength(1))
      expect(firstColumn(await downloads[0]?.text)).toEqual(['Hub 401'])
      expect(calls.filter((call) => call.includes('pageSize=200'))).toHaveLength(1)
    })
  })

  it('says that there is no row instead of writing an empty file', async () => {
    await fleet.addSensor({ name: 'Fern' })
    const { user, downloads } = await openConsole(server, fleet.token, '/pages/sensors?q=moss')
    await screen.findByRole('heading', { name: 'No sensor matches' })
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('button', { name: 'Download CSV' }))
    expect(await screen.findByText('There is no row to export.')).toBeVisible()
    await user.click(screen.getByRole('radio', { name: /^All sensors/ }))
    await user.click(screen.getByRole('button', { name: /Download CSV|Retry/ }))
    await waitFor(async () => expect(firstColumn(await downloads[0]?.text)).toEqual(['Fern']))
  })

  it('makes no file when it is cancelled', async () => {
    await fleet.addSensor({ name: 'Fern' })
    const opened = await openConsole(server, fleet.token, '/pages/sensors')
    await opened.user.click(await exportButton())
    const letGo = hold(opened)
    await opened.user.click(await screen.findByRole('button', { name: 'Download CSV' }))
    expect(await screen.findByRole('progressbar', { name: 'Rows read' })).toBeVisible()
    await opened.user.click(screen.getByRole('button', { name: 'Cancel' }))
    letGo()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // A second export ends after the cancelled one would have.
    await opened.user.click(await exportButton())
    await opened.user.click(await screen.findByRole('button', { name: 'Download CSV' }))
    expect(await screen.findByText('1 sensor exported')).toBeVisible()
    expect(opened.downloads).toHaveLength(1)
    expect(opened.alerts).toEqual([])
  })
})
