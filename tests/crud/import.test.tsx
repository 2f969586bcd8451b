import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../support/console'
import { emptiedServer, fleetAt } from '../support/hooks'

const server = emptiedServer()
const fleet = fleetAt(server)

const names = async () => {
  const { rows } = await server.db.query<{ name: string }>(sql`select name from sensors order by name`)
  return rows.map(({ name }) => name)
}
const eui = (number: number) => `A84041FFFF${String(number).padStart(6, '0')}`
/** A file of sensors. */
const sensorFile = (lines: readonly string[], header = 'name,eui,reportingIntervalS,externalPower,moistureCalibrated') =>
  new File([[header, ...lines].map((line) => `${line}\r\n`).join('')], 'sensors.csv', { type: 'text/csv' })
const sensors = (count: number) => Array.from({ length: count }, (_none, at) => `Fern ${at + 1},${eui(at + 1)},900,no,yes`)

async function openImport(path = '/pages/sensors') {
  const opened = await openConsole(server, fleet.token, path)
  await opened.user.click(await screen.findByRole('button', { name: 'Import' }))
  await screen.findByRole('dialog', { name: /^Import / })
  return opened
}
async function choose(user: UserEvent, file: File) {
  await user.upload(await screen.findByLabelText('CSV file'), file)
}
const goesInto = (column: string) => screen.findByRole('combobox', { name: `${column} goes into` })
const press = async (user: UserEvent, name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
const faults = async () => {
  const table = within(await screen.findByRole('table', { name: 'Faults' }))
  return table
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )
}

describe('an import', () => {
  it('creates the rows of a file once they are checked and confirmed, and shows them in the list', async () => {
    const { user, calls } = await openImport()
    await choose(user, sensorFile(sensors(3)))
    await press(user, 'Check 3 rows')
    expect(await screen.findByText('3 sensors can be imported')).toBeVisible()
    expect(await names()).toEqual([])
    await press(user, 'Import 3 sensors')
    expect(await screen.findByText('Every row of the file is in.')).toBeVisible()
    expect(await names()).toEqual(['Fern 1', 'Fern 2', 'Fern 3'])
    await press(user, 'Done')
    expect(await screen.findByRole('link', { name: 'Fern 2' })).toBeVisible()
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([
      'POST /api/v1/sensors/import?dryRun=true',
      'POST /api/v1/sensors/import?dryRun=false',
    ])
  })

  it('imports what is right, and gives the rest back with lines and reasons, to be mended and imported again', async () => {
    await fleet.addGateway({ name: 'North' })
    const header = 'name,eui,reportingIntervalS,externalPower,moistureCalibrated,gatewayId,model'
    const file = sensorFile(
      [
        `Fern 1,${eui(1)},900,no,yes,north,"=1+1"`,
        `Fern 2,${eui(2)},soon,no,yes,North,"two\r\nlines"`,
        `Fern 3,${eui(1)},900,maybe,yes,South,`,
        `Fern 4,${eui(4)},900,no`,
      ],
      header,
    )
    const { user, downloads } = await openImport()
    await choose(user, file)
    await press(user, 'Check 3 rows')
    expect(await screen.findByText('1 sensor can be imported')).toBeVisible()
    expect(await faults()).toEqual([
      ['3', 'Reporting interval', 'soon', 'Reporting interval is a number'],
      ['5', 'Gateway', 'South', 'There is no gateway called South'],
      ['5', 'External power', 'maybe', 'External power is true or false'],
      ['6', 'The row', '—', 'This row has 4 cells, and the header has 7'],
    ])
    await press(user, 'Import 1 sensor')
    expect(await screen.findByText('1 sensor imported', { selector: '.alert-title' })).toBeVisible()
    await press(user, 'Download rejects')
    await waitFor(() => expect(downloads).toHaveLength(1))
    expect(downloads[0]?.fileName).toMatch(/^sensors-rejects-\d{4}-\d\d-\d\d\.csv$/)
    const rejects = (await downloads[0]?.text) ?? ''
    expect(rejects).toBe(
      [
        `${header},reject.line,reject.reason`,
        `Fern 2,${eui(2)},soon,no,yes,North,"two\r\nlines",3,Reporting interval is a number`,
        `Fern 3,${eui(1)},900,maybe,yes,South,,5,There is no gateway called South; External power is true or false`,
        `Fern 4,${eui(4)},900,no,,,,6,"This row has 4 cells, and the header has 7"`,
        '',
      ].join('\r\n'),
    )
    await press(user, 'Done')

    const mended = rejects.replace('soon', '300').replace('maybe', 'yes').replace('South', '').replace(eui(1), eui(3))
    await press(user, 'Import')
    await choose(user, new File([mended.replace('no,,,', 'no,no,,')], 'mended.csv'))
    expect(await goesInto('reject.reason')).toHaveDisplayValue('Leave out')
    await press(user, 'Check 3 rows')
    await press(user, 'Import 3 sensors')
    expect(await screen.findByText('Every row of the file is in.')).toBeVisible()
    expect(await names()).toEqual(['Fern 1', 'Fern 2', 'Fern 3', 'Fern 4'])
    const { rows } = await server.db.query(sql`select model from sensors order by name`)
    expect(rows).toEqual([{ model: '=1+1' }, { model: 'two\r\nlines' }, { model: null }, { model: null }])
  })

  it('recognises columns by their words, and lets the user say what the others are', async () => {
    const { user } = await openImport()
    const file = sensorFile(['Fern 1;A84041FFFF000001;Roof;1'], 'Designation;e-u-i;gatewayName;battery')
    await fleet.addGateway({ name: 'Roof' })
    await choose(user, file)
    expect(await goesInto('e-u-i')).toHaveDisplayValue('EUI *')
    expect(await goesInto('gatewayName')).toHaveDisplayValue('Gateway')
    expect(await goesInto('battery')).toHaveDisplayValue('Leave out')
    expect(screen.getByText('Name is needed')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Check 1 row' })).toBeDisabled()
    expect(screen.getByText(/the same in every row: Reporting interval 15 min · External power No/)).toBeVisible()
    await user.selectOptions(await goesInto('battery'), 'EUI *')
    expect(screen.getByText('Several columns go into EUI')).toBeVisible()
    await user.selectOptions(await goesInto('battery'), '')
    await user.selectOptions(await goesInto('Designation'), 'Name *')
    await press(user, 'Check 1 row')
    await press(user, 'Import 1 sensor')
    await screen.findByText('Every row of the file is in.')
    const { rows } = await server.db.query(
      sql`select s.name, s.reporting_interval_s as interval, g.name as gateway from sensors s join gateways g on g.id = s.gateway_id`,
    )
    expect(rows).toEqual([{ name: 'Fern 1', interval: 900, gateway: 'Roof' }])
  })

  it('finds what stands twice in a file, however far apart', async () => {
    const lines = sensors(450)
    const { user } = await openImport()
    await choose(user, sensorFile([...lines, `Other,${eui(7)},900,no,no`]))
    await press(user, 'Check 451 rows')
    expect(await screen.findByText('450 sensors can be imported', {}, { timeout: 25_000 })).toBeVisible()
    expect(await faults()).toEqual([['452', 'EUI', eui(7), 'EUI stands in line 8 too']])
  })

  it('takes rows that were pasted from a spreadsheet', async () => {
    const { user } = await openImport()
    await user.click(screen.getByRole('textbox', { name: /paste rows/ }))
    await user.paste(`Name\tEUI\nFern 1\t${eui(1)}\nFern 2\t${eui(2)}`)
    await press(user, 'Use pasted rows')
    await press(user, 'Check 2 rows')
    expect(await screen.findByText('2 sensors can be imported')).toBeVisible()
  })

  it.each([
    ['is empty', new File([''], 'a.csv'), 'The file is empty.'],
    ['has a header alone', new File(['name,eui\r\n'], 'a.csv'), 'The file has a header and no rows.'],
    [
      'is not UTF-8',
      new File([new Uint8Array([0x6e, 0xe4, 0x0d, 0x0a])], 'a.csv'),
      'The file is not UTF-8 text: save it as “CSV UTF-8”.',
    ],
    [
      'has a quotation mark open',
      new File(['name,eui\r\n"a,b\r\n'], 'a.csv'),
      'A quotation mark in line 2 is not closed, or not doubled.',
    ],
    ['has a column twice', new File(['name,name\r\na,b\r\n'], 'a.csv'), 'The column name is there twice.'],
    ['is too large', new File(['x'.repeat(8_388_609)], 'a.csv'), 'The file is larger than 8 MiB: import it in parts.'],
  ])('says why a file is of no use when it %s', async (_what, file, sentence) => {
    const { user } = await openImport()
    await choose(user, file)
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Choose a CSV file' })).toBeVisible()
  })

  it('goes on after the network was away, and imports no row twice', async () => {
    const opened = await openImport()
    const { user, disturb } = opened
    await choose(user, sensorFile(sensors(250)))
    disturb(() => Response.json({ message: 'Out for lunch', code: 'unavailable', requestId: 'r' }, { status: 503 }))
    await press(user, 'Check 250 rows')
    expect(await screen.findByText(/Out for lunch/, { selector: '.alert-text' })).toBeVisible()
    disturb(() => null)
    await press(user, 'Retry')
    await screen.findByText('250 sensors can be imported')
    let sent = 0
    disturb(async (request) => {
      sent += 1
      if (sent !== 2) return null
      // It arrives, and the answer is lost.
      await server.fetch(request)
      throw new TypeError('Failed to fetch')
    })
    await press(user, 'Import 250 sensors')
    expect(await screen.findByText(/200 of 250 rows sent; Retry goes on from there/)).toBeVisible()
    expect(await names()).toHaveLength(250)
    await press(user, 'Retry')
    expect(await screen.findByText('250 sensors imported', { selector: '.alert-title' })).toBeVisible()
    expect(await names()).toHaveLength(250)
  })

  it('says which rows it does not know of when it is given up after a halt', async () => {
    const { user, disturb, downloads } = await openImport()
    await choose(user, sensorFile(sensors(450)))
    await press(user, 'Check 450 rows')
    await screen.findByText('450 sensors can be imported')
    let sent = 0
    disturb((request) => {
      if (request.method === 'POST') sent += 1
      return sent === 2 ? Response.json({ message: 'Gone', code: 'unavailable', requestId: 'r' }, { status: 503 }) : null
    })
    await press(user, 'Import 450 sensors')
    await screen.findByText(/Gone/, { selector: '.alert-text' })
    await press(user, 'Stop')
    expect(await screen.findByText('200 sensors imported', { selector: '.alert-title' })).toBeVisible()
    await press(user, 'Download rejects')
    await waitFor(() => expect(downloads).toHaveLength(1))
    const lines = ((await downloads[0]?.text) ?? '').split('\r\n')
    expect(lines).toHaveLength(252)
    expect(lines[1]).toContain('It is not known whether this row was imported')
    expect(lines[250]).toContain('The import was stopped before this row')
  })

  it('is taken back from a dry run by Cancel, with the mapping as it was', async () => {
    const { user, disturb, alerts } = await openImport()
    await choose(user, sensorFile(sensors(3)))
    await user.selectOptions(await goesInto('moistureCalibrated'), '')
    let letGo: () => void = () => undefined
    disturb((request) => new Promise((resolve) => (letGo = () => resolve(server.fetch(request)))))
    await press(user, 'Check 3 rows')
    expect(await screen.findByRole('progressbar', { name: 'Rows checked' })).toBeVisible()
    await press(user, 'Cancel')
    expect(await goesInto('moistureCalibrated')).toHaveDisplayValue('Leave out')
    letGo()
    expect(screen.getByRole('button', { name: 'Check 3 rows' })).toBeEnabled()
    expect(alerts).toEqual([])
  })

  it('keeps file and mapping when the session is refused on the way', async () => {
    const { user, disturb } = await openImport()
    await choose(user, sensorFile(sensors(3)))
    await user.selectOptions(await goesInto('moistureCalibrated'), '')
    disturb(() => Response.json({ message: 'Please sign in', code: 'unauthenticated', requestId: 'r' }, { status: 401 }))
    await press(user, 'Check 3 rows')
    expect(await screen.findByText(/Please sign in/, { selector: '.alert-text' })).toBeVisible()
    disturb(() => null)
    await press(user, 'Cancel')
    expect(await goesInto('moistureCalibrated')).toHaveDisplayValue('Leave out')
    await press(user, 'Check 3 rows')
    expect(await screen.findByText('3 sensors can be imported')).toBeVisible()
  })

  it('is stopped after the rows that are on their way, and says how many are in', async () => {
    const { user, disturb } = await openImport()
    await choose(user, sensorFile(sensors(450)))
    await press(user, 'Check 450 rows')
    await screen.findByText('450 sensors can be imported')
    let letGo: () => void = () => undefined
    disturb((request) => new Promise((resolve) => (letGo = () => resolve(server.fetch(request)))))
    await press(user, 'Import 450 sensors')
    await screen.findByRole('progressbar', { name: 'Rows imported' })
    await press(user, 'Stop')
    disturb(() => null)
    letGo()
    expect(await screen.findByText('200 sensors imported', { selector: '.alert-title' })).toBeVisible()
    expect(screen.getByText(/250 rows were not imported/)).toBeVisible()
    expect(await names()).toHaveLength(200)
  })

  it('goes from step to step by the keyboard alone', async () => {
    const { user } = await openImport()
    expect(screen.getByRole('button', { name: 'Choose a CSV file' })).toHaveFocus()
    await choose(user, sensorFile(sensors(1)))
    await waitFor(() => expect(screen.getByText('Step 2 of 4: say what its columns are')).toHaveFocus())
    screen.getByRole('button', { name: 'Check 1 row' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByText('Step 3 of 4: what the dry run found')).toHaveFocus())
    await user.tab()
    await user.tab()
    expect(screen.getByRole('button', { name: 'Import 1 sensor' })).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByText('Step 4 of 4: what was imported')).toHaveFocus())
  })

  it('asks before what was chosen is thrown away', async () => {
    const { user } = await openImport()
    await choose(user, sensorFile(sensors(1)))
    await goesInto('name')
    const isShown = () => screen.queryByRole('dialog', { name: 'Import sensors' }) !== null
    await press(user, 'Close')
    await screen.findByRole('alertdialog', { name: 'Leave this import?' })
    await press(user, 'Stay')
    expect(isShown()).toBe(true)
    await press(user, 'Close')
    await press(user, 'Leave')
    await waitFor(() => expect(isShown()).toBe(false))
  })

  it('is not offered where nothing is created', async () => {
    await openConsole(server, fleet.token, '/pages/plant-requests')
    await screen.findByRole('button', { name: 'Export' })
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
  })
})

describe('the template of an area', () => {
  it.each([
    ['gateways'],
    ['sensors'],
    ['plants'],
    ['humidity-groups'],
    ['temperature-groups'],
    ['light-groups'],
    ['gateway-hardwares'],
    ['gateway-firmwares'],
  ])('has a row that can be imported as it is: %s', async (slug) => {
    const { user, downloads } = await openImport(`/pages/${slug}`)
    await press(user, 'Download a template')
    await waitFor(() => expect(downloads).toHaveLength(1))
    expect(downloads[0]?.fileName).toBe(`${slug}-template.csv`)
    await choose(user, new File([(await downloads[0]?.text) ?? ''], 'template.csv'))
    await press(user, 'Check 1 row')
    expect(await screen.findByText(/^1 .* can be imported$/)).toBeVisible()
  })
})
