import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { openConsole, type TestConsole } from '../support/screens/console'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { measured } from '../support/rows/measured'
import { insertHumidityGroup, insertPlant, insertSensor } from '../support/rows/rows'
import { fact, rowOf } from '../support/screens/shown'
import { signal } from '../support/signal'

const server = emptiedServer()
const fleet = fleetAt(server)

const open = (path: string) => openConsole(server, fleet.token, `/pages/humidity-groups${path}`)
const plantsOf = async (id: string) => {
  const { rows } = await server.db.query<{ name: string }>(
    sql`select title as name from plants where humidity_group_id = ${id} order by title`,
  )
  return rows.map(({ name }) => name)
}
const addGroup = (name: string, columns: object = {}) => insertHumidityGroup(server.db, { name, ...columns })
const addPlant = (name: string, id: string) => insertPlant(server.db, { scientific_name: name, humidity_group_id: id })

describe('the humidity groups list', () => {
  it('shows ranges with their units, and leads to the plants and sensors that use them', async () => {
    const id = await addGroup('Moist', { air_humidity_min: 30, air_humidity_max: 85 })
    await addGroup('Dry')
    await insertSensor(server.db, { plant_id: await addPlant('Hoya carnosa', id) })
    await open('')
    const moist = await rowOf('Moist')
    expect(moist.getByText('15–60 %')).toBeVisible()
    expect(moist.getByText('30–85 %RH')).toBeVisible()
    const [plants, sensors] = moist.getAllByRole('link', { name: '1' })
    expect(plants).toHaveAttribute('href', `/pages/plants?humidityGroupId=${id}`)
    expect(sensors).toHaveAttribute('href', `/pages/sensors?humidityGroupId=${id}`)
    expect((await rowOf('Dry')).getByRole('img', { name: 'none' })).toBeVisible()
  })

  it('leads to exactly those sensors', async () => {
    const id = await addGroup('Moist')
    await insertSensor(server.db, { name: 'Inside', plant_id: await addPlant('Hoya carnosa', id) })
    await insertSensor(server.db, { name: 'Elsewhere' })
    const { user, address } = await open(`/${id}`)
    await screen.findByRole('heading', { level: 1, name: 'Moist' })
    const link = fact('Sensors at these plants')?.querySelector('a')
    expect(link).toHaveTextContent('1')
    if (link instanceof HTMLElement) await user.click(link)
    expect(await screen.findByRole('rowheader', { name: 'Inside' })).toBeVisible()
    expect(screen.getAllByRole('rowheader')).toHaveLength(1)
    expect(address()).toBe(`/pages/sensors?humidityGroupId=${id}`)
  })
})

describe('a humidity group’s page', () => {
  it('names the first of the plants that use it, and leads to each and to the others', async () => {
    const id = await addGroup('Moist')
    for (let at = 10; at < 22; at += 1) await addPlant(`Hoya ${at}`, id)
    await addPlant('Zamioculcas', await addGroup('Dry'))
    const { disturb, user } = await open('')
    disturb((request) => (request.url.includes('/api/v2/plants') ? Promise.reject(new TypeError('Failed to fetch')) : null))
    await user.click(await screen.findByRole('link', { name: 'Moist' }))
    await screen.findByText('Their names could not be loaded.')
    disturb(() => null)
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('link', { name: 'Hoya 10' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/pages\/plants\/[^/]+$/),
    )
    expect(fact('These plants')?.querySelectorAll('li')).toHaveLength(11)
    expect(screen.getByRole('link', { name: '2 more' })).toHaveAttribute('href', `/pages/plants?humidityGroupId=${id}`)
  })

  it('shows how many plants and sensors use it', async () => {
    const id = await addGroup('Moist')
    await insertSensor(server.db, { plant_id: await addPlant('Hoya carnosa', id) })
    await addPlant('Hoya kerrii', id)
    await open(`/${id}`)
    expect(await screen.findByText('2 plants · 1 sensor')).toBeVisible()
    expect(fact('Soil moisture')).toHaveTextContent('15–60 %')
    expect(screen.getByText('Not set: Air humidity')).toBeVisible()
  })
})

describe('a humidity group’s form', () => {
  it('refuses an incomplete and a reversed range before sending', async () => {
    const { user, calls } = await open('/new')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Moist')
    await user.type(screen.getByRole('textbox', { name: 'Highest soil moisture' }), '20')
    await user.click(screen.getByRole('button', { name: 'Create humidity group' }))
    expect(await screen.findByText('Enter both ends of the soil moisture range, or neither')).toBeVisible()
    await user.type(screen.getByRole('textbox', { name: 'Lowest soil moisture' }), '60')
    expect(await screen.findByText('The highest soil moisture must be above the lowest')).toBeVisible()
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  it('creates a group, and warns of unusual values without blocking', async () => {
    const { user } = await open('/new')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Bog')
    await user.type(screen.getByRole('textbox', { name: 'Lowest soil moisture' }), '60')
    await user.type(screen.getByRole('textbox', { name: 'Highest soil moisture' }), '95')
    expect(await screen.findByText('Most roots rot in soil this wet.')).toBeVisible()
    await user.type(screen.getByRole('textbox', { name: 'Lowest air humidity' }), '10')
    expect(await screen.findByText('Few plants tolerate air this dry.')).toBeVisible()
    await user.type(screen.getByRole('textbox', { name: 'Highest air humidity' }), '90')
    await user.click(screen.getByRole('button', { name: 'Create humidity group' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Bog' })).toBeVisible()
    expect(screen.getByText('Not used')).toBeVisible()
  })
})

describe('changing a humidity group in use', () => {
  const changeLowest = async ({ user }: TestConsole, to: string) => {
    const lowest = await screen.findByRole('textbox', { name: 'Lowest soil moisture' })
    await user.clear(lowest)
    await user.type(lowest, to)
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
  }
  const groupInUse = async () => {
    const id = await addGroup('Moist')
    const sensorId = await insertSensor(server.db, { name: 'Shelf', plant_id: await addPlant('Hoya carnosa', id) })
    await insertSensor(server.db, { plant_id: await addPlant('Hoya kerrii', id) })
    await measured(server, sensorId, 'soil_moisture', [0, 18])
    return id
  }

  it('first shows its plants and how many sensors change status, and saves once that is confirmed', async () => {
    const id = await groupInUse()
    const console = await open(`/${id}/edit`)
    await changeLowest(console, '20')
    const dialog = await screen.findByRole('alertdialog', { name: 'Change Moist?' })
    expect(await within(dialog).findByText('2 plants change with it: Hoya carnosa and Hoya kerrii.')).toBeVisible()
    expect(dialog).toHaveTextContent('1 of 2 sensors will change status, based on their latest readings.')
    expect(dialog).toHaveTextContent('Shelf: soil moisture from OK to Low.')
    expect(await fleet.get(`/api/v1/humidity_groups/${id}`)).toMatchObject({ soilMoistureMin: 15, version: 1 })
    await console.user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Humidity group Moist saved')).toBeVisible()
    expect(await fleet.get(`/api/v1/humidity_groups/${id}`)).toMatchObject({ soilMoistureMin: 20, version: 2 })
  })

  it('leads back to the form with what was typed', async () => {
    const id = await groupInUse()
    const console = await open(`/${id}/edit`)
    await changeLowest(console, '17')
    const dialog = await screen.findByRole('alertdialog')
    expect(await within(dialog).findByText(/^None of 2 sensors will change status/)).toBeVisible()
    await console.user.click(within(dialog).getByRole('button', { name: 'Back to the form' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(screen.getByRole('textbox', { name: 'Lowest soil moisture' })).toHaveValue('17')
    expect(console.calls.filter((call) => call.startsWith('PUT'))).toEqual([])
  })

  it('keeps the focus during the preview of a form with a refused field, and restores it afterwards', async () => {
    await addGroup('Bog')
    const id = await groupInUse()
    const console = await open(`/${id}/edit`)
    const name = await screen.findByRole('textbox', { name: 'Name' })
    const save = screen.getByRole('button', { name: 'Save changes' })
    await console.user.clear(name)
    await console.user.type(name, 'Bog')
    await console.user.click(save)
    await waitFor(() => expect(name).toHaveFocus())

    const answer = signal()
    console.disturb(async ({ url }) => (url.endsWith('/preview') ? answer.given.then(() => null) : null))
    await changeLowest(console, '20')
    await waitFor(() => expect(save).toHaveAttribute('aria-busy', 'true'))
    expect(name).toBeInvalid()
    expect(save).toHaveFocus()
    answer.give()
    const dialog = await screen.findByRole('alertdialog', { name: 'Change Moist?' })
    await console.user.click(within(dialog).getByRole('button', { name: 'Back to the form' }))
    await waitFor(() => expect(save).toHaveFocus())
  })

  it('asks nothing when only its name changes', async () => {
    const id = await groupInUse()
    const { user } = await open(`/${id}/edit`)
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' soil')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Humidity group Moist soil saved')).toBeVisible()
  })

  it('saves nothing, and says so, when the preview fails', async () => {
    const id = await groupInUse()
    const console = await open(`/${id}/edit`)
    console.disturb((request) => (request.url.endsWith('/preview') ? new Response('<html>', { status: 502 }) : null))
    await changeLowest(console, '20')
    expect(await screen.findByText('Nothing was saved')).toBeVisible()
    expect(console.calls.filter((call) => call.startsWith('PUT'))).toEqual([])
    console.disturb(() => null)
    await console.user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByRole('alertdialog', { name: 'Change Moist?' })).toBeVisible()
  })

  it('still shows the difference when another user has saved meanwhile', async () => {
    const id = await groupInUse()
    const console = await open(`/${id}/edit`)
    await screen.findByRole('textbox', { name: 'Lowest soil moisture' })
    expect(await fleet.put(`/api/v1/humidity_groups/${id}`, { soilMoistureMax: 70 })).toBe(200)
    await changeLowest(console, '20')
    const dialog = await screen.findByRole('alertdialog')
    await console.user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
    const difference = await screen.findByRole('dialog', { name: 'This humidity group was changed by someone else' })
    await console.user.click(within(difference).getByRole('button', { name: 'Save this choice' }))
    expect(await screen.findByText('Humidity group Moist saved')).toBeVisible()
    expect(await fleet.get(`/api/v1/humidity_groups/${id}`)).toMatchObject({ soilMoistureMin: 20, soilMoistureMax: 70 })
  })
})

describe('deleting a humidity group', () => {
  const askFor = async ({ user }: TestConsole, name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog', { name: `Delete ${name}?` })
    await user.click(within(dialog).getByRole('button', { name: 'Delete humidity group' }))
  }

  it('asks once when no plant uses it', async () => {
    const id = await addGroup('Bog')
    const console = await open(`/${id}`)
    await askFor(console, 'Bog')
    expect(await screen.findByText('Bog deleted')).toBeVisible()
    expect(console.address()).toBe('/pages/humidity-groups')
  })

  it('in use names the plants, and gives them another in one step', async () => {
    const id = await addGroup('Moist')
    const other = await addGroup('Average')
    for (let n = 10; n < 22; n++) await addPlant(`Hoya nova ${n}`, id)
    const console = await open(`/${id}`)
    await askFor(console, 'Moist')
    const dialog = await screen.findByRole('alertdialog', { name: 'Moist is in use' })
    expect(dialog).toHaveTextContent('This humidity group is used by 12 plants')
    expect(dialog).toHaveTextContent(/Hoya nova 10, Hoya nova 11, .* and 2 more/)
    const confirm = within(dialog).getByRole('button', { name: 'Reassign and delete' })
    expect(confirm).toBeDisabled()
    await console.user.click(within(dialog).getByRole('combobox', { name: 'Replace with' }))
    expect(await within(dialog).findByRole('option', { name: /Moist/ })).toHaveAttribute('aria-disabled', 'true')
    await console.user.click(within(dialog).getByRole('option', { name: 'Average' }))
    await console.user.click(confirm)
    expect(await screen.findByText('Moist deleted, replaced by Average')).toBeVisible()
    expect(console.address()).toBe('/pages/humidity-groups')
    expect(await plantsOf(other)).toHaveLength(12)
    expect(console.calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(2)
  })

  it('deletes nothing and says why when the replacement has been deleted', async () => {
    const id = await addGroup('Moist')
    const other = await addGroup('Average')
    await addPlant('Hoya carnosa', id)
    const console = await open(`/${id}`)
    await askFor(console, 'Moist')
    const dialog = await screen.findByRole('alertdialog', { name: 'Moist is in use' })
    await console.user.click(within(dialog).getByRole('combobox', { name: 'Replace with' }))
    await console.user.click(await within(dialog).findByRole('option', { name: 'Average' }))
    expect(await fleet.remove(`/api/v1/humidity_groups/${other}`)).toBe(204)
    await console.user.click(within(dialog).getByRole('button', { name: 'Reassign and delete' }))
    await waitFor(() => expect(within(dialog).getByRole('alert')).toHaveTextContent('There is no such humidity group'))
    expect(await plantsOf(id)).toEqual(['Hoya carnosa'])
  })

  it('among others stays when it is in use, with the reason', async () => {
    const id = await addGroup('Moist')
    await addGroup('Bog')
    await addPlant('Hoya carnosa', id)
    const { user } = await open('')
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(await screen.findByRole('button', { name: /^Delete/ }))
    const dialog = await screen.findByRole('alertdialog')
    await waitFor(() => expect(dialog).toHaveTextContent('1 of the 2 humidity groups is used by 1 plant.'))
    await user.click(within(dialog).getByRole('button', { name: /^Delete/ }))
    const report = await screen.findByRole('dialog', { name: '1 humidity group could not be deleted' })
    expect(report).toHaveTextContent('Moist: This humidity group is used by 1 plant')
  })
})
