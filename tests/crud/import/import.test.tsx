import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../../support/screens/console'
import { emptiedServer, fleetAt } from '../../support/server/hooks'
import {
  chooseFile,
  mappingField,
  openImport,
  press,
  sensorEui,
  sensorFile,
  sensorLines,
  sensorNames,
} from '../../support/screens/imports'

const server = emptiedServer()
const fleet = fleetAt(server)
const faults = async () => {
  const table = within(await screen.findByRole('table', { name: 'Problems' }))
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
    const { user, calls } = await openImport(server, fleet.token)
    await chooseFile(user, sensorFile(sensorLines(3)))
    await press(user, 'Check 3 rows')
    expect(await screen.findByText('3 sensors can be imported')).toBeVisible()
    expect(await sensorNames(server)).toEqual([])
    await press(user, 'Import 3 sensors')
    expect(await screen.findByText('Every row of the file was imported.')).toBeVisible()
    expect(await sensorNames(server)).toEqual(['Fern 1', 'Fern 2', 'Fern 3'])
    await press(user, 'Done')
    expect(await screen.findByRole('link', { name: 'Fern 2' })).toBeVisible()
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([
      'POST /api/v1/sensors/import?dryRun=true',
      'POST /api/v1/sensors/import?dryRun=false',
    ])
  })

  it('imports valid rows, and returns the others with lines and reasons, to be corrected and imported again', async () => {
    await fleet.addGateway({ name: 'North' })
    const header = 'name,eui,reportingIntervalS,externalPower,moistureCalibrated,gatewayId,model'
    const file = sensorFile(
      [
        `Fern 1,${sensorEui(1)},900,no,yes,north,"=1+1"`,
        `Fern 2,${sensorEui(2)},soon,no,yes,North,"two\r\nlines"`,
        `Fern 3,${sensorEui(1)},900,maybe,yes,South,`,
        `Fern 4,${sensorEui(4)},900,no`,
      ],
      header,
    )
    const { user, downloads } = await openImport(server, fleet.token)
    await chooseFile(user, file)
    await press(user, 'Check 3 rows')
    expect(await screen.findByText('1 sensor can be imported')).toBeVisible()
    expect(await faults()).toEqual([
      ['3', 'Reporting interval', 'soon', 'Reporting interval must be a number'],
      ['5', 'Gateway', 'South', 'There is no gateway called South'],
      ['5', 'External power', 'maybe', 'External power must be true or false'],
      ['6', 'The row', '—', 'This row has 4 cells, and the header has 7'],
    ])
    await press(user, 'Import 1 sensor')
    expect(await screen.findByText('1 sensor imported', { selector: '.alert-title' })).toBeVisible()
    await press(user, 'Download rejected rows')
    await waitFor(() => expect(downloads).toHaveLength(1))
    expect(downloads[0]?.fileName).toMatch(/^sensors-rejects-\d{4}-\d\d-\d\d\.csv$/)
    const rejects = (await downloads[0]?.text) ?? ''
    expect(rejects).toBe(
      [
        `reject.line,reject.reason,${header}`,
        `3,Reporting interval must be a number,Fern 2,${sensorEui(2)},soon,no,yes,North,"two\nlines"`,
        `5,There is no gateway called South; External power must be true or false,Fern 3,${sensorEui(1)},900,maybe,yes,South,`,
        `6,"This row has 4 cells, and the header has 7",Fern 4,${sensorEui(4)},900,no`,
        '',
      ].join('\r\n'),
    )
    await press(user, 'Done')

    const mended = rejects
      .replace('soon', '300')
      .replace('maybe', 'yes')
      .replace('yes,South', 'yes,')
      .replace(sensorEui(1), sensorEui(3))
    await press(user, 'Import')
    await chooseFile(user, new File([mended], 'mended.csv'))
    expect(await screen.findByRole('button', { name: 'Check 2 rows' })).toBeVisible()
    await press(user, 'Back')
    await chooseFile(user, new File([mended.replace(/,no\r\n$/, ',no,no,,\r\n')], 'mended.csv'))
    expect(await mappingField('reject.reason')).toHaveDisplayValue('Leave out')
    await press(user, 'Check 3 rows')
    await press(user, 'Import 3 sensors')
    expect(await screen.findByText('Every row of the file was imported.')).toBeVisible()
    expect(await sensorNames(server)).toEqual(['Fern 1', 'Fern 2', 'Fern 3', 'Fern 4'])
    const { rows } = await server.db.query(sql`select model from sensors order by name`)
    expect(rows).toEqual([{ model: '=1+1' }, { model: 'two\nlines' }, { model: null }, { model: null }])
  })

  it('returns a row of too many cells with all of them, under their columns', async () => {
    const { user, downloads } = await openImport(server, fleet.token)
    await chooseFile(
      user,
      sensorFile(
        [`${sensorLines(1)[0]},,`, `Fern 2,${sensorEui(2)},300,no,no,Hall 1, north,Main`],
        'name,eui,reportingIntervalS,externalPower,moistureCalibrated,Notes,Model',
      ),
    )
    await press(user, 'Check 1 row')
    await press(user, 'Download rejected rows')
    await waitFor(() => expect(downloads).toHaveLength(1))
    const [, line] = ((await downloads[0]?.text) ?? '').split('\r\n')
    expect(line).toBe(`3,"This row has 8 cells, and the header has 7",Fern 2,${sensorEui(2)},300,no,no,Hall 1,north,Main`)
  })

  it('accepts rows that are more lines apart than a file may have empty lines', async () => {
    const { user } = await openImport(server, fleet.token)
    const notes = `"${'\n'.repeat(6000)}"`
    const lines = [...sensorLines(2), `Fern 3,${sensorEui(3)},soon,no,yes`].map((line) => `${line},${notes}`)
    const file = sensorFile(lines, 'name,eui,reportingIntervalS,externalPower,moistureCalibrated,Notes')
    await chooseFile(user, file)
    await press(user, 'Check 3 rows')
    expect(await screen.findByText('2 sensors can be imported')).toBeVisible()
    expect(await faults()).toEqual([['12004', 'Reporting interval', 'soon', 'Reporting interval must be a number']])
    await press(user, 'Import 2 sensors')
    expect(await screen.findByText('2 sensors imported', { selector: '.alert-title' })).toBeVisible()
    expect(await sensorNames(server)).toEqual(['Fern 1', 'Fern 2'])
  })

  it('recognises columns by their words, and lets the user map the others', async () => {
    const { user } = await openImport(server, fleet.token)
    const file = sensorFile(['Fern 1;A84041FFFF000001;Roof;1'], 'Designation;e-u-i;gatewayName;battery')
    await fleet.addGateway({ name: 'Roof' })
    await chooseFile(user, file)
    expect(await mappingField('e-u-i')).toHaveDisplayValue('EUI *')
    expect(await mappingField('gatewayName')).toHaveDisplayValue('Gateway')
    expect(await mappingField('battery')).toHaveDisplayValue('Leave out')
    expect(screen.getByText('Name is required')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Check 1 row' })).toBeDisabled()
    expect(screen.getByText(/the same in every row: Reporting interval 15 min · External power No/)).toBeVisible()
    await user.selectOptions(await mappingField('battery'), 'EUI *')
    expect(screen.getByText('Several columns are mapped to EUI')).toBeVisible()
    await user.selectOptions(await mappingField('battery'), '')
    await user.selectOptions(await mappingField('Designation'), 'Name *')
    await press(user, 'Check 1 row')
    await press(user, 'Import 1 sensor')
    await screen.findByText('Every row of the file was imported.')
    const { rows } = await server.db.query(
      sql`select s.name, s.reporting_interval_s as interval, g.name as gateway from sensors s join gateways g on g.id = s.gateway_id`,
    )
    expect(rows).toEqual([{ name: 'Fern 1', interval: 900, gateway: 'Roof' }])
  })

  it('finds duplicates in a file, however far apart', async () => {
    const lines = sensorLines(450)
    const { user } = await openImport(server, fleet.token)
    await chooseFile(user, sensorFile([...lines, `Other,${sensorEui(7)},900,no,no`]))
    await press(user, 'Check 451 rows')
    expect(await screen.findByText('450 sensors can be imported', {}, { timeout: 25_000 })).toBeVisible()
    expect(await faults()).toEqual([['452', 'EUI', sensorEui(7), 'EUI is also in line 8']])
  })

  it('accepts rows that were pasted from a spreadsheet', async () => {
    const { user } = await openImport(server, fleet.token)
    await user.click(screen.getByRole('textbox', { name: /paste rows/ }))
    // Its first line is empty.
    const pasted = `\t\nName\tEUI\nFern 1\t${sensorEui(1)}\nFern 2\t${sensorEui(2)}`
    await user.paste(pasted)
    await press(user, 'Use pasted rows')
    // They are still there to be corrected.
    await press(user, 'Back')
    expect(screen.getByRole('textbox', { name: /paste rows/ })).toHaveValue(pasted)
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
    [
      'has another number of cells in every row',
      new File(['name,eui\r\na,b,\r\nc,d,\r\n'], 'a.csv'),
      'No row has as many cells as the header. Line 2: This row has 3 cells, and the header has 2.',
    ],
    ['is JSON', new File(['[{"name":"a"}]'], 'a.csv'), 'This is not a CSV file.'],
    ['has a column twice', new File(['name,name\r\na,b\r\n'], 'a.csv'), 'The column name appears twice.'],
    ['is too large', new File(['x'.repeat(8_388_609)], 'a.csv'), 'The file is larger than 8 MiB: import it in parts.'],
  ])('says why a file cannot be imported when it %s', async (_what, file, sentence) => {
    const { user } = await openImport(server, fleet.token)
    await chooseFile(user, file)
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Choose a CSV file' })).toBeVisible()
  })

  it('works with the keyboard alone', async () => {
    const { user } = await openImport(server, fleet.token)
    expect(screen.getByRole('button', { name: 'Choose a CSV file' })).toHaveFocus()
    await chooseFile(user, sensorFile(sensorLines(1)))
    await waitFor(() => expect(screen.getByText('Step 2 of 4: match the columns')).toHaveFocus())
    screen.getByRole('button', { name: 'Check 1 row' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByText('Step 3 of 4: results of the dry run')).toHaveFocus())
    await user.tab()
    await user.tab()
    expect(screen.getByRole('button', { name: 'Import 1 sensor' })).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByText('Step 4 of 4: results of the import')).toHaveFocus())
  })

  it('is not offered for resources that cannot be created', async () => {
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
    const { user, downloads } = await openImport(server, fleet.token, `/pages/${slug}`)
    await press(user, 'Download a template')
    await waitFor(() => expect(downloads).toHaveLength(1))
    expect(downloads[0]?.fileName).toBe(`${slug}-template.csv`)
    await chooseFile(user, new File([(await downloads[0]?.text) ?? ''], 'template.csv'))
    await press(user, 'Check 1 row')
    expect(await screen.findByText(/^1 .* can be imported$/)).toBeVisible()
  })

  it('leaves the cell of a required row empty when no row can be read', async () => {
    const { user, downloads, disturb } = await openImport(server, fleet.token, '/pages/gateways')
    disturb(({ url }) => (url.includes('/api/v1/gateway_hardwares') ? Response.error() : null))
    await press(user, 'Download a template')
    await waitFor(() => expect(downloads).toHaveLength(1))
    const [header = '', example = ''] = ((await downloads[0]?.text) ?? '').split('\r\n')
    expect(example.split(',')[header.split(',').indexOf('hardwareId')]).toBe('')
  })
})
