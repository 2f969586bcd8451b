import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openConsole, type TestConsole } from '../../support/screens/console'
import { insertPlantRequest } from '../../support/rows/rows'
import { emptiedServer, fleetAt } from '../../support/server/hooks'
const server = emptiedServer({ requireIfMatch: true })
const fleet = fleetAt(server)

const open = (path: string) => openConsole(server, fleet.token, path)
const undo = async ({ user }: TestConsole) => user.click(await screen.findByRole('button', { name: 'Undo' }))

describe('Undo of a save', { timeout: 120_000 }, () => {
  const save = async (console: TestConsole, id: string) => {
    const interval = await screen.findByRole('textbox', { name: /Reporting interval/ })
    await console.user.clear(interval)
    await console.user.type(interval, '600')
    await console.user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(console.address()).toBe(`/pages/sensors/${id}`))
  }

  it('restores the fields’ previous values, and nothing else', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern' })
    const console = await open(`/pages/sensors/${id}/edit`)
    await save(console, id)
    const bodies: unknown[] = []
    console.disturb(async (request) => {
      if (request.method === 'PUT') bodies.push(await request.json())
      return null
    })
    await undo(console)
    expect(await screen.findByText('Fern changed back')).toBeVisible()
    expect(bodies).toEqual([{ id, reportingIntervalS: 900 }])
    expect(await fleet.get(`/api/v1/sensors/${id}`)).toMatchObject({ reportingIntervalS: 900, version: 3 })
  })

  it('can be tried again after a lost connection', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern' })
    const console = await open(`/pages/sensors/${id}/edit`)
    await save(console, id)
    console.disturb((request) => (request.method === 'PUT' ? Response.error() : null))
    await undo(console)
    expect(await screen.findByText('Undo failed for Fern: the server did not answer')).toBeVisible()
    console.disturb(() => null)
    await console.user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Fern changed back')).toBeVisible()
    expect(await fleet.get(`/api/v1/sensors/${id}`)).toMatchObject({ reportingIntervalS: 900 })
  })

  it('is refused when another user has changed the row since', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern' })
    const console = await open(`/pages/sensors/${id}/edit`)
    await save(console, id)
    await fleet.put('/api/v1/sensors', { id, model: 'Lux 1' })
    await undo(console)
    const reason = 'Undo failed for Fern: Someone else changed this sensor in the meantime'
    await waitFor(() => expect(console.alerts.map(({ problem }) => problem.message)).toEqual([reason]))
    expect(await fleet.get(`/api/v1/sensors/${id}`)).toMatchObject({ reportingIntervalS: 600, model: 'Lux 1' })
  })

  it.each([
    ['with what was typed', 'Cyatheaceae'],
    ['alone', '{Shift}'],
  ])('takes back what the form proposed, %s', async (_how, family) => {
    const names = { requested_name: 'Silver fern', proposed_scientific_name: 'Cyathea dealbata' }
    const id = await insertPlantRequest(server.db, names)
    const stored = () => fleet.get(`/api/v1/plant_requests/${id}`)
    const console = await open(`/pages/plant-requests/${id}/edit`)
    await console.user.type(await screen.findByRole('textbox', { name: 'Family' }), family)
    await console.user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(console.address()).toBe(`/pages/plant-requests/${id}`))
    expect(await stored()).toMatchObject({ draft: { scientificName: 'Cyathea dealbata' } })
    await undo(console)
    expect(await screen.findByText('Silver fern changed back')).toBeVisible()
    expect(await stored()).toMatchObject({ draft: { scientificName: null, family: null } })
  })

  it('is not offered for a new row', async () => {
    const console = await open('/pages/humidity-groups/new')
    await console.user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Bog')
    await console.user.type(screen.getByRole('textbox', { name: /Lowest soil moisture/ }), '10')
    await console.user.type(screen.getByRole('textbox', { name: /Highest soil moisture/ }), '20')
    await console.user.click(screen.getByRole('button', { name: 'Create humidity group' }))
    expect(await screen.findByText('Humidity group Bog saved')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })
})
