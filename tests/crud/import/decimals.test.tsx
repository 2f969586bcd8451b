import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { emptiedServer, fleetAt } from '../../support/server/hooks'
import { chooseFile, openImport, press, sensorFile } from '../../support/screens/imports'

const server = emptiedServer()
const fleet = fleetAt(server)

describe('an import of numbers', () => {
  it.each([
    ['separates cells by semicolons', 'Roof, south;1,250;30,5', [{ name: 'Roof, south', from: 1.25, to: 30.5 }]],
    ['separates cells by tabs', 'Roof, south\t1,25\t30,5', [{ name: 'Roof, south', from: 1.25, to: 30.5 }]],
  ])('reads decimal commas of a spreadsheet that %s', async (_what, line, rows) => {
    const { user } = await openImport(server, fleet.token, '/pages/temperature-groups')
    const separator = line.includes('\t') ? '\t' : ';'
    await chooseFile(user, sensorFile([line], ['name', 'minC', 'maxC'].join(separator)))
    await press(user, 'Check 1 row')
    await press(user, 'Import 1 temperature group')
    await screen.findByText('Every row of the file was imported.')
    const stored = await server.db.query(sql`select name, min_c as from, max_c as to from temperature_groups`)
    expect(stored.rows).toEqual(rows)
  })

  it('writes rejects as the file was, so that their commas mean the same when they are imported again', async () => {
    const { user, downloads } = await openImport(server, fleet.token, '/pages/temperature-groups')
    await chooseFile(user, sensorFile(['Attic;2,250;30', 'Roof;1,250;soon', 'Barn;soon;30'], 'name;minC;maxC'))
    await press(user, 'Check 3 rows')
    await press(user, 'Import 1 temperature group')
    await press(user, 'Download rejected rows')
    await waitFor(() => expect(downloads).toHaveLength(1))
    const rejects = (await downloads[0]?.text) ?? ''
    expect(rejects.split('\r\n').slice(0, 3)).toEqual([
      'reject.line;reject.reason;name;minC;maxC',
      '3;Highest temperature must be a number;Roof;1,250;soon',
      '4;Lowest temperature must be a number;Barn;soon;30',
    ])
    await press(user, 'Done')
    await press(user, 'Import')
    await chooseFile(user, new File([rejects], 'rejects.csv'))
    await press(user, 'Check 2 rows')
    await press(user, 'Download rejected rows')
    await waitFor(() => expect(downloads).toHaveLength(2))
    expect((await downloads[1]?.text)?.split('\r\n')[0]).toBe('reject.line;reject.reason;name;minC;maxC')
    await press(user, 'Back')
    await press(user, 'Back')
    await chooseFile(user, new File([rejects.replace('1,250;soon', '1,250;30,5').replace('soon', '2')], 'mended.csv'))
    await press(user, 'Check 2 rows')
    await press(user, 'Import 2 temperature groups')
    await screen.findByText('Every row of the file was imported.')
    const { rows } = await server.db.query(sql`select name, min_c as min, max_c as max from temperature_groups order by name`)
    expect(rows).toEqual([
      { name: 'Attic', min: 2.25, max: 30 },
      { name: 'Barn', min: 2, max: 30 },
      { name: 'Roof', min: 1.25, max: 30.5 },
    ])
  })

  it.each([
    ['refuses a point that may group thousands where decimals have commas', '30,5', 1],
    ['refuses a point that may group thousands where no number has decimals', '30', 1],
    ['reads a point before three digits where decimals have points', '30.5', 0],
  ])('%s', async (_what, other, refused) => {
    const { user } = await openImport(server, fleet.token, '/pages/temperature-groups')
    await chooseFile(user, sensorFile([`Roof;1;${other}`, 'Barn;2;25.000'], 'name;minC;maxC'))
    await press(user, 'Check 2 rows')
    await press(user, refused === 0 ? 'Import 2 temperature groups' : 'Import 1 temperature group')
    await screen.findByRole('button', { name: 'Done' })
    const sentence = '25.000 may mean 25000 or 25.000: write it without a point, or with more decimals'
    expect(screen.queryAllByRole('row', { name: `3 Highest temperature 25.000 ${sentence}` })).toHaveLength(refused)
  })

  it('reads a point before three digits whatever numbers a text column has', async () => {
    const { hardwareId } = await fleet.addGateway()
    const { user } = await openImport(server, fleet.token, '/pages/gateways')
    const header = 'name,eui,hardwareId,serialNumber,latitude,longitude'
    await chooseFile(user, sensorFile([`Roof,70B3D57ED1000001,${hardwareId},"12,5",52.262,4.762`], header))
    await press(user, 'Check 1 row')
    await press(user, 'Import 1 gateway')
    await screen.findByText('Every row of the file was imported.')
    const { rows } = await server.db.query(sql`select latitude, longitude from gateways where name = 'Roof'`)
    expect(rows).toEqual([{ latitude: 52.262, longitude: 4.762 }])
  })

  it('refuses a point that may group thousands where only a text column has decimals, and goes by all rows of the file', async () => {
    const { user } = await openImport(server, fleet.token, '/pages/temperature-groups')
    await chooseFile(user, sensorFile(['10.25;1.250;30', 'Barn;2;soon'], 'name;minC;maxC'))
    await press(user, 'Check 2 rows')
    const sentence = '1.250 may mean 1250 or 1.250: write it without a point, or with more decimals'
    expect(await screen.findByRole('row', { name: `2 Lowest temperature 1.250 ${sentence}` })).toBeVisible()
    await press(user, 'Back')
    await press(user, 'Back')
    // The only number that tells how the file writes decimals is in a row that is refused.
    await chooseFile(user, sensorFile(['10.25;1.250;30', 'Barn;2.5;soon'], 'name;minC;maxC'))
    await press(user, 'Check 2 rows')
    await press(user, 'Import 1 temperature group')
    await screen.findByText('1 temperature group imported', { selector: '.alert-title' })
    const { rows } = await server.db.query(sql`select min_c as min from temperature_groups`)
    expect(rows).toEqual([{ min: 1.25 }])
  })

  it.each([
    [';', 'Roof;soon;30,5'],
    ['|', 'Roof|soon|30.5'],
  ])('reads a file that names its delimiter %s in the first line, which keeps its number', async (delimiter, line) => {
    const { user } = await openImport(server, fleet.token, '/pages/temperature-groups')
    const header = `sep=${delimiter}\r\n${['name', 'minC', 'maxC'].join(delimiter)}`
    await chooseFile(user, sensorFile([line], header))
    await press(user, 'Check 1 row')
    const name = '3 Lowest temperature soon Lowest temperature must be a number'
    expect(await screen.findByRole('row', { name })).toBeVisible()
    expect(screen.getAllByRole('row')).toHaveLength(2)
  })

  it('leaves a number with a comma to the user that may be in thousands', async () => {
    const { user } = await openImport(server, fleet.token, '/pages/temperature-groups')
    await chooseFile(user, sensorFile(['Roof,"1,250","30,5"'], 'name,minC,maxC'))
    await press(user, 'Check 1 row')
    const [, problem] = within(await screen.findByRole('table', { name: 'Problems' })).getAllByRole('row')
    expect(problem).toHaveTextContent('2Lowest temperature1,250Lowest temperature must be a number')
  })
})
