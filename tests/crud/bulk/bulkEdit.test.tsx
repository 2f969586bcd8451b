import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { editSelection, proceed, selectPage, setField } from '../../support/screens/bulkEditing'
import { openConsole, type TestConsole } from '../../support/screens/console'
import { emptiedServer, fleetAt } from '../../support/server/hooks'
import { insertHumidityGroup, insertPlant, insertSensor } from '../../support/rows/rows'
import { signal } from '../../support/signal'

const server = emptiedServer()
const fleet = fleetAt(server)

const open = (path: string) => openConsole(server, fleet.token, path)
const sensor = (id: string) => fleet.get(`/api/v1/sensors/${id}`)

/** Collects the bodies of bulk calls. */
function watched(console: TestConsole, answer: (at: number) => Response | null = () => null): unknown[] {
  const bodies: unknown[] = []
  console.disturb(async (request) => {
    if (!request.url.endsWith('/bulk_update')) return null
    bodies.push(await request.json())
    return answer(bodies.length)
  })
  return bodies
}

describe('editing a selection', { timeout: 120_000 }, () => {
  it('sets the ticked fields in every row, keeps the others, and restores them by Undo', async () => {
    const first = await fleet.addSensor({ name: 'Fern', model: 'Moist 2' })
    const second = await fleet.addSensor({ name: 'Moss', model: 'Lux 1', reportingIntervalS: 300 })
    const console = await open('/pages/sensors')
    await selectPage(console)
    const dialog = await editSelection(console, '2 sensors')
    expect(within(dialog).getByRole('button', { name: 'Continue' })).toBeDisabled()
    expect(within(dialog).queryByRole('checkbox', { name: 'Name' })).toBeNull()
    expect(within(dialog).queryByRole('checkbox', { name: 'EUI' })).toBeNull()
    await setField(console, dialog, 'Reporting interval', '600')
    const bodies = watched(console)
    const question = await proceed(console, dialog, '2 sensors')
    expect(question).toHaveTextContent('Fern and Moss.')
    expect(question).toHaveTextContent('Reporting interval10 min')
    await console.user.click(within(question).getByRole('button', { name: 'Change 2 sensors' }))
    expect(await screen.findByText('2 sensors changed')).toBeVisible()
    expect(bodies).toEqual([{ ids: [first.id, second.id], set: { reportingIntervalS: 600 } }])
    expect(await sensor(second.id)).toMatchObject({ reportingIntervalS: 600, model: 'Lux 1', version: 2 })
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()

    await console.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('2 sensors changed back')).toBeVisible()
    expect(await sensor(first.id)).toMatchObject({ reportingIntervalS: 900, model: 'Moist 2' })
    expect(await sensor(second.id)).toMatchObject({ reportingIntervalS: 300, model: 'Lux 1' })
  })

  it('clears a field that was ticked and left empty, and says so before', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern', model: 'Moist 2' })
    const console = await open('/pages/sensors')
    await selectPage(console)
    const dialog = await editSelection(console, '1 sensor')
    await console.user.click(within(dialog).getByRole('checkbox', { name: 'Model' }))
    const question = await proceed(console, dialog, '1 sensor')
    expect(question).toHaveTextContent('Modelcleared')
    await console.user.click(within(question).getByRole('button', { name: 'Change 1 sensor' }))
    await screen.findByText('1 sensor changed')
    expect(await sensor(id)).toMatchObject({ model: null })
  })

  it('refuses a value on its field before anything is sent', async () => {
    await fleet.addSensor({ name: 'Fern' })
    const console = await open('/pages/sensors')
    await selectPage(console)
    const dialog = await editSelection(console, '1 sensor')
    await setField(console, dialog, 'Reporting interval', '5')
    await console.user.click(within(dialog).getByRole('button', { name: 'Continue' }))
    expect(await within(dialog).findByText('Reporting interval must be at least 10 s')).toBeVisible()
    expect(console.calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  it('names the referenced row, and keeps the values on the way back', async () => {
    await fleet.addSensor({ name: 'Fern' })
    await fleet.addGateway({ name: 'Attic' })
    const console = await open('/pages/sensors')
    await selectPage(console)
    const dialog = await editSelection(console, '1 sensor')
    await console.user.click(within(dialog).getByRole('checkbox', { name: 'Gateway' }))
    await console.user.click(await within(dialog).findByRole('combobox', { name: 'Gateway' }))
    await console.user.click(await within(dialog).findByRole('option', { name: /Attic/ }))
    await setField(console, dialog, 'Model', 'Lux 1')
    const question = await proceed(console, dialog, '1 sensor')
    await waitFor(() => expect(question).toHaveTextContent('GatewayAttic'))
    await console.user.click(within(question).getByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('textbox', { name: 'Model' })).toHaveValue('Lux 1')
  })

  it('does not count rows that were not sent before it was stopped', async () => {
    for (let nth = 0; nth < 201; nth += 1) await insertSensor(server.db)
    const console = await open('/pages/sensors?pageSize=99')
    for (const next of [false, true, true]) {
      if (next) await console.user.click(screen.getByRole('button', { name: 'Next page' }))
      await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Select all on this page' })).not.toBeChecked())
      await selectPage(console)
    }
    const dialog = await editSelection(console, '201 sensors')
    await setField(console, dialog, 'Model', 'Lux 1')
    const question = await proceed(console, dialog, '201 sensors')
    const stopped = signal()
    console.disturb(async (request) => {
      if (!request.url.endsWith('/bulk_update')) return null
      const { ids } = (await request.json()) as { ids: string[] }
      await stopped.given
      return Response.json({ result: { done: 199, changed: [], failed: [{ id: ids[0], code: 'invalid', message: 'No' }] } })
    })
    await console.user.click(within(question).getByRole('button', { name: 'Change 201 sensors' }))
    await console.user.click(await screen.findByRole('button', { name: 'Stop' }))
    stopped.give()
    const report = await screen.findByRole('dialog', { name: '1 sensor could not be changed' })
    expect(report).toHaveTextContent('199 of 201 are changed.')
  })

  it('offers Undo when the user leaves the page before the server has answered', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern', model: 'Moist 2' })
    const console = await open('/pages/sensors')
    await selectPage(console)
    const dialog = await editSelection(console, '1 sensor')
    await setField(console, dialog, 'Reporting interval', '600')
    const question = await proceed(console, dialog, '1 sensor')
    const left = signal()
    console.disturb(async (request) => {
      if (request.url.endsWith('/bulk_update')) await left.given
      return null
    })
    await console.user.click(within(question).getByRole('button', { name: 'Change 1 sensor' }))
    await waitFor(() => expect(console.calls).toContain('POST /api/v1/sensors/bulk_update'))
    await console.go('/pages/gateways')
    left.give()
    expect(await screen.findByText('1 sensor changed')).toBeVisible()
    await console.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('1 sensor changed back')).toBeVisible()
    expect(await sensor(id)).toMatchObject({ reportingIntervalS: 900 })
  })
})

describe('editing all that match', { timeout: 120_000 }, () => {
  const pickAll = async (console: TestConsole, what: string) => {
    await selectPage(console)
    await console.user.click(await screen.findByRole('button', { name: `Select all ${what}` }))
  }

  it('sends the filter with the count that was shown', async () => {
    for (const name of ['Fern 1', 'Fern 2', 'Fern 3', 'Moss']) await fleet.addSensor({ name })
    const console = await open('/pages/sensors?q=fern&pageSize=2')
    await pickAll(console, '3 sensors that match')
    const dialog = await editSelection(console, '3 sensors')
    await setField(console, dialog, 'Model', 'Lux 1')
    const bodies = watched(console)
    const question = await proceed(console, dialog, '3 sensors')
    expect(question).toHaveTextContent('These are all rows of the list filtered by “fern”.')
    await console.user.click(within(question).getByRole('button', { name: 'Change 3 sensors' }))
    expect(await screen.findByText('3 sensors changed')).toBeVisible()
    expect(bodies).toEqual([{ filter: { q: 'fern' }, expectedCount: 3, set: { model: 'Lux 1' } }])
  })

  it('says that more than 100 groups are changed without a look at what changes with them', async () => {
    await server.db.query(sql`
      insert into humidity_groups (id, name) select gen_random_uuid(), 'Group ' || n from generate_series(1, 101) as n`)
    const console = await open('/pages/humidity-groups')
    await pickAll(console, '101 humidity groups')
    const dialog = await editSelection(console, '101 humidity groups')
    await setField(console, dialog, 'Highest soil moisture', '50')
    const question = await proceed(console, dialog, '101 humidity groups')
    expect(question).toHaveTextContent('Effects on other rows are previewed for at most 100 humidity groups.')
  })

  it('changes nothing and asks again when the number of matches has changed', async () => {
    for (const name of ['Fern 1', 'Fern 2', 'Fern 3']) await fleet.addSensor({ name })
    const console = await open('/pages/sensors?q=fern&pageSize=2')
    await pickAll(console, '3 sensors that match')
    const dialog = await editSelection(console, '3 sensors')
    await setField(console, dialog, 'Model', 'Lux 1')
    const question = await proceed(console, dialog, '3 sensors')
    const { id } = await fleet.addSensor({ name: 'Fern 4' })
    await console.user.click(within(question).getByRole('button', { name: 'Change 3 sensors' }))
    const again = await screen.findByRole('dialog', { name: 'Change 4 sensors?' })
    expect(within(again).getByRole('alert')).toHaveTextContent('4 sensors match now, not 3: nothing was changed.')
    expect(await sensor(id)).toMatchObject({ model: null })
    await console.user.click(within(again).getByRole('button', { name: 'Change 4 sensors' }))
    expect(await screen.findByText('4 sensors changed')).toBeVisible()
  })
})

describe('editing groups', { timeout: 120_000 }, () => {
  it('reports every row that its own rules refuse, retries those, and offers Undo for all', async () => {
    const arid = await insertHumidityGroup(server.db, { name: 'Arid', soil_moisture_min: 5, soil_moisture_max: 20 })
    const bog = await insertHumidityGroup(server.db, { name: 'Bog', soil_moisture_min: 10, soil_moisture_max: 80 })
    const console = await open('/pages/humidity-groups')
    await selectPage(console)
    const dialog = await editSelection(console, '2 humidity groups')
    await setField(console, dialog, 'Lowest soil moisture', '30')
    const question = await proceed(console, dialog, '2 humidity groups')
    const bodies = watched(console)
    await console.user.click(within(question).getByRole('button', { name: 'Change 2 humidity groups' }))
    const report = await screen.findByRole('dialog', { name: '1 humidity group could not be changed' })
    expect(within(report).getByRole('listitem')).toHaveTextContent('Arid: The highest soil moisture must be above the lowest')
    await fleet.put(`/api/v1/humidity_groups/${arid}`, { soilMoistureMax: 90 })
    await console.user.click(within(report).getByRole('button', { name: 'Retry failed' }))
    expect(await screen.findByText('2 humidity groups changed')).toBeVisible()
    expect(bodies[1]).toEqual({ ids: [arid], set: { soilMoistureMin: 30 } })
    await console.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('2 humidity groups changed back')).toBeVisible()
    expect(await fleet.get(`/api/v1/humidity_groups/${bog}`)).toMatchObject({ soilMoistureMin: 10 })
  })

  it('offers Undo when the user leaves the report of the refused rows', async () => {
    await insertHumidityGroup(server.db, { name: 'Arid', soil_moisture_min: 5, soil_moisture_max: 20 })
    await insertHumidityGroup(server.db, { name: 'Bog', soil_moisture_min: 10, soil_moisture_max: 80 })
    const console = await open('/pages/humidity-groups')
    await selectPage(console)
    const dialog = await editSelection(console, '2 humidity groups')
    await setField(console, dialog, 'Lowest soil moisture', '30')
    const question = await proceed(console, dialog, '2 humidity groups')
    await console.user.click(within(question).getByRole('button', { name: 'Change 2 humidity groups' }))
    await screen.findByRole('dialog', { name: '1 humidity group could not be changed' })
    await console.go('/pages/gateways')
    expect(await screen.findByText('1 humidity group changed')).toBeVisible()
    await console.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('1 humidity group changed back')).toBeVisible()
  })

  it('first shows which plants change with them', async () => {
    for (const name of ['Arid', 'Bog']) {
      const group = await insertHumidityGroup(server.db, { name })
      const plant = await insertPlant(server.db, { scientific_name: `Hoya ${name}`, humidity_group_id: group })
      await insertSensor(server.db, { plant_id: plant })
    }
    const console = await open('/pages/humidity-groups')
    await selectPage(console)
    const dialog = await editSelection(console, '2 humidity groups')
    await setField(console, dialog, 'Highest soil moisture', '50')
    const question = await proceed(console, dialog, '2 humidity groups')
    expect(
      await within(question).findByText(/2 plants change with it: Hoya (Arid and Hoya Bog|Bog and Hoya Arid)\./),
    ).toBeVisible()
    expect(question).toHaveTextContent('None of 2 sensors will change status, based on their latest readings.')
  })
})
