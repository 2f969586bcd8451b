import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../support/screens/console'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { insertPlant, insertTroubleshoot } from '../support/rows/rows'

const server = emptiedServer()
const fleet = fleetAt(server)

async function open(item: string) {
  const opened = await openConsole(server, fleet.token, '/pages/plants')
  await screen.findByRole('table', { name: 'Plants' })
  await opened.user.click(screen.getByRole('button', { name: 'Troubleshoots of all plants' }))
  await opened.user.click(await screen.findByRole('menuitem', { name: item }))
  return opened
}

describe('the troubleshoots of all plants', () => {
  it('are imported for plants by their names, and counted by them', async () => {
    await insertPlant(server.db, { scientific_name: 'Hoya carnosa' })
    const { user } = await open('Import troubleshoots…')
    const file = [
      'Plant,Symptom,Affected part,Kind,Cause,Immediate remedy',
      'Hoya carnosa,Holes,Leaf,Pest,Snails,Pick them off.',
      'Hoya nusquam,Spots,Leaf,Fungal,Damp air,',
    ]
    await user.upload(
      await screen.findByLabelText('CSV file'),
      new File([file.join('\r\n')], 'troubleshoots.csv', { type: 'text/csv' }),
    )
    await user.click(await screen.findByRole('button', { name: 'Check 2 rows' }))
    const faults = await screen.findByRole('table', { name: 'Problems' })
    expect(within(faults).getByText('There is no plant called Hoya nusquam')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Import 1 troubleshoot' }))
    await user.click(await screen.findByRole('button', { name: 'Done' }))
    const { rows } = await server.db.query(
      sql`select symptom, cause, severity, remedy ->> 'immediate' as remedy from troubleshoots`,
    )
    expect(rows).toEqual([{ symptom: 'Holes', cause: 'Snails', severity: 'medium', remedy: 'Pick them off.' }])
    const plant = await screen.findByRole('row', { name: /Hoya carnosa/ })
    await waitFor(() =>
      expect(
        within(plant)
          .getAllByRole('cell')
          .some((cell) => cell.textContent === '1'),
      ).toBe(true),
    )
  })

  it('are exported plant by plant, each in its order, as an import takes them', async () => {
    for (const name of ['Zamioculcas zamiifolia', 'Aloe vera']) {
      const plantId = await insertPlant(server.db, { scientific_name: name })
      await insertTroubleshoot(server.db, { plant_id: plantId, symptom: 'Second', sort_order: 1 })
      await insertTroubleshoot(server.db, { plant_id: plantId, symptom: 'First', sort_order: 0 })
    }
    const { user, downloads } = await open('Export troubleshoots…')
    const dialog = within(await screen.findByRole('dialog', { name: 'Export troubleshoots' }))
    expect(dialog.queryByRole('group', { name: 'Columns' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(downloads).toHaveLength(1))
    const [header = '', ...lines] = ((await downloads[0]?.text) ?? '').trimEnd().split('\r\n')
    const columns = header.split(',')
    expect(columns).toEqual(expect.arrayContaining(['plantId', 'cause', 'remedy.immediate', 'remedy.chemical', 'prevention']))
    const cell = (line: string, name: string) => line.split(',')[columns.indexOf(name)]
    expect(lines.map((line) => [cell(line, 'plantName'), cell(line, 'symptom')])).toEqual([
      ['Aloe vera', 'First'],
      ['Aloe vera', 'Second'],
      ['Zamioculcas zamiifolia', 'First'],
      ['Zamioculcas zamiifolia', 'Second'],
    ])
    expect(downloads[0]?.fileName).toMatch(/^troubleshoots-\d{4}-\d\d-\d\d\.csv$/)
  })
})
