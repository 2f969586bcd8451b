import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { emptiedServer, fleetAt } from '../../support/server/hooks'
import { hold } from '../../support/screens/network'
import { chooseFile, mappingField, openImport, press, sensorFile, sensorLines, sensorNames } from '../../support/screens/imports'

const server = emptiedServer()
const fleet = fleetAt(server)

describe('an import that halts', () => {
  it('continues after an outage of the network, and imports no row twice', async () => {
    const opened = await openImport(server, fleet.token)
    const { user, disturb } = opened
    await chooseFile(user, sensorFile(sensorLines(250)))
    disturb(() => Response.json({ message: 'Out for lunch', code: 'unavailable', requestId: 'r' }, { status: 503 }))
    await press(user, 'Check 250 rows')
    expect(await screen.findByText('Out for lunch. 0 of 250 rows checked; Retry continues from there.')).toBeVisible()
    disturb(() => null)
    await press(user, 'Retry')
    await screen.findByText('250 sensors can be imported', {}, { timeout: 25_000 })
    let sent = 0
    disturb(async (request) => {
      sent += 1
      if (sent !== 2) return null
      // The request arrives, but its answer is lost.
      await server.fetch(request)
      throw new TypeError('Failed to fetch')
    })
    await press(user, 'Import 250 sensors')
    expect(
      await screen.findByText(/200 of 250 rows done; Retry continues from there, and no row is imported twice\.$/),
    ).toBeVisible()
    expect(await sensorNames(server)).toHaveLength(250)
    await press(user, 'Retry')
    expect(await screen.findByText('250 sensors imported', { selector: '.alert-title' })).toBeVisible()
    expect(await sensorNames(server)).toHaveLength(250)
  })

  it('lists the rows of unknown outcome when it is given up after a halt', async () => {
    const { user, disturb, downloads } = await openImport(server, fleet.token)
    await chooseFile(user, sensorFile(sensorLines(450)))
    await press(user, 'Check 450 rows')
    await screen.findByText('450 sensors can be imported', {}, { timeout: 25_000 })
    let sent = 0
    disturb((request) => {
      if (request.method === 'POST') sent += 1
      return sent === 2 ? Response.json({ message: 'Gone', code: 'unavailable', requestId: 'r' }, { status: 503 }) : null
    })
    await press(user, 'Import 450 sensors')
    await screen.findByText(/Gone/, { selector: '.alert-text' })
    await press(user, 'Stop')
    expect(await screen.findByText('200 sensors imported', { selector: '.alert-title' })).toBeVisible()
    expect(screen.getByText(/^50 rows were not imported\. It is not known whether 200 rows were imported\./)).toHaveTextContent(
      'Download the rejected rows, and check which of them exist before you import them again.',
    )
    await press(user, 'Download rejected rows')
    await waitFor(() => expect(downloads).toHaveLength(1))
    const lines = ((await downloads[0]?.text) ?? '').split('\r\n')
    expect(lines).toHaveLength(252)
    expect(lines[1]).toContain('It is not known whether this row was imported, because the import stopped: Gone.')
    expect(lines[250]).toContain('The import was stopped before this row')
  })

  it('returns from a dry run on Cancel, with the mapping unchanged', async () => {
    const opened = await openImport(server, fleet.token)
    const { user, alerts } = opened
    await chooseFile(user, sensorFile(sensorLines(3)))
    await user.selectOptions(await mappingField('moistureCalibrated'), '')
    const letGo = hold(opened)
    await press(user, 'Check 3 rows')
    expect(await screen.findByRole('progressbar', { name: 'Rows checked' })).toBeVisible()
    await press(user, 'Cancel')
    expect(await mappingField('moistureCalibrated')).toHaveDisplayValue('Leave out')
    letGo()
    // Another check is answered after the cancelled one.
    await press(user, 'Check 3 rows')
    expect(await screen.findByText('3 sensors can be imported')).toBeVisible()
    expect(alerts).toEqual([])
  })

  it('keeps file and mapping when the session is refused during the import', async () => {
    const { user, disturb } = await openImport(server, fleet.token)
    await chooseFile(user, sensorFile(sensorLines(3)))
    await user.selectOptions(await mappingField('moistureCalibrated'), '')
    disturb(() => Response.json({ message: 'Please sign in', code: 'unauthenticated', requestId: 'r' }, { status: 401 }))
    await press(user, 'Check 3 rows')
    expect(await screen.findByText(/Please sign in/, { selector: '.alert-text' })).toBeVisible()
    disturb(() => null)
    await press(user, 'Cancel')
    expect(await mappingField('moistureCalibrated')).toHaveDisplayValue('Leave out')
    await press(user, 'Check 3 rows')
    expect(await screen.findByText('3 sensors can be imported')).toBeVisible()
  })

  it('stops after the rows under way, and says how many are imported', async () => {
    const opened = await openImport(server, fleet.token)
    const { user } = opened
    await chooseFile(user, sensorFile(sensorLines(450)))
    await press(user, 'Check 450 rows')
    await screen.findByText('450 sensors can be imported', {}, { timeout: 25_000 })
    const letGo = hold(opened)
    await press(user, 'Import 450 sensors')
    await screen.findByRole('progressbar', { name: 'Rows imported' })
    await press(user, 'Stop')
    letGo()
    expect(await screen.findByText('200 sensors imported', { selector: '.alert-title' })).toBeVisible()
    expect(screen.getByText(/250 rows were not imported/)).toBeVisible()
    expect(await sensorNames(server)).toHaveLength(200)
  })

  it('asks before its report is closed, unless nothing was rejected or the rejected rows are downloaded', async () => {
    const { user, downloads } = await openImport(server, fleet.token)
    await chooseFile(user, sensorFile([...sensorLines(2), 'Fern 3,none,900,no,yes']))
    await press(user, 'Check 3 rows')
    await press(user, 'Import 2 sensors')
    await screen.findByText('2 sensors imported', { selector: '.alert-title' })
    await user.keyboard('{Escape}')
    await screen.findByRole('alertdialog', { name: 'Close without the rejected rows?' })
    await press(user, 'Back to the results')
    await press(user, 'Download rejected rows')
    expect(await downloads[0]?.text).toContain('Fern 3')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Import sensors' })).toBeNull())
  })

  it('asks before the chosen file is discarded', async () => {
    const { user } = await openImport(server, fleet.token)
    await chooseFile(user, sensorFile(sensorLines(1)))
    await mappingField('name')
    const isShown = () => screen.queryByRole('dialog', { name: 'Import sensors' }) !== null
    await press(user, 'Close')
    await screen.findByRole('alertdialog', { name: 'Close the import?' })
    await press(user, 'Back to the import')
    expect(isShown()).toBe(true)
    await press(user, 'Close')
    await press(user, 'Close the import')
    await waitFor(() => expect(isShown()).toBe(false))
  })
})
