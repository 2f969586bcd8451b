import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { api } from '../../src/api/api'
import { openConsole } from '../support/screens/console'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { insertHumidityGroup, insertPlant, insertPlantRequest, insertTroubleshoot } from '../support/rows/rows'
import { fact, rowOf } from '../support/screens/shown'

const server = emptiedServer({ requireIfMatch: true })
const fleet = fleetAt(server)

const monstera = {
  scientific_name: 'Monstera deliciosa',
  common_names: [
    { lang: 'de', name: 'Fensterblatt' },
    { lang: 'en', name: 'Swiss cheese plant' },
  ],
  synonyms: ['Philodendron pertusum'],
  care: { watering: 'When the top of the soil is dry.' },
  ph_min: 5.5,
  ph_max: 7,
}

describe('the plants list', () => {
  it('calls a plant by its English name, and shows how complete it is', async () => {
    await insertPlant(server.db, monstera)
    await insertPlant(server.db, { scientific_name: 'Hoya kerrii', family: null, status: 'draft' })
    await openConsole(server, fleet.token, '/pages/plants')
    const row = await rowOf('Monstera deliciosa')
    expect(row.getByText('Swiss cheese plant')).toBeVisible()
    expect(row.getByText('Published')).toBeVisible()
    expect(row.getByRole('meter', { name: 'Completeness' })).toHaveAttribute('aria-valuenow', '26')
    expect((await rowOf('Hoya kerrii')).getByRole('meter')).toHaveAttribute('aria-valuenow', '0')
  })

  it('finds a plant by a name in any language, and by a synonym', async () => {
    await insertPlant(server.db, monstera)
    await insertPlant(server.db, { scientific_name: 'Hoya kerrii' })
    for (const text of ['fensterBLATT', 'pertusum']) {
      const { store } = await openConsole(server, fleet.token, `/pages/plants?q=${text}`)
      await rowOf('Monstera deliciosa')
      expect(screen.getAllByRole('rowheader')).toHaveLength(1)
      expect(store).toBeDefined()
      document.body.replaceChildren()
    }
  })

  it('narrows to the plants of a group', async () => {
    const group = await insertHumidityGroup(server.db, { name: 'Rainforest' })
    await insertPlant(server.db, { ...monstera, humidity_group_id: group })
    await insertPlant(server.db, { scientific_name: 'Hoya kerrii' })
    await openConsole(server, fleet.token, `/pages/plants?humidityGroupId=${group}`)
    await rowOf('Monstera deliciosa')
    expect(screen.getAllByRole('rowheader')).toHaveLength(1)
    expect(await screen.findByRole('button', { name: /Humidity group.*Rainforest/ })).toBeVisible()
  })
})

describe('a plant’s groups', () => {
  it('show no range of an earlier group while that of the new one is not known', async () => {
    const moist = await insertHumidityGroup(server.db, { name: 'Moist', soil_moisture_min: 21, soil_moisture_max: 61 })
    const dry = await insertHumidityGroup(server.db, { name: 'Dry' })
    const id = await insertPlant(server.db, { ...monstera, humidity_group_id: moist })
    const { store, disturb } = await openConsole(server, fleet.token, `/pages/plants/${id}`)
    expect(await screen.findByText('21–61 %')).toBeVisible()
    await server.db.query(sql`update plants set humidity_group_id = ${dry} where id = ${id}`)
    disturb((request) =>
      request.url.includes(`/humidity_groups/${dry}`) ? Response.json({ message: 'Down' }, { status: 500 }) : null,
    )
    act(() => void store.dispatch(api.util.invalidateTags([{ type: 'Plant', id }])))
    expect(await screen.findByRole('link', { name: 'Dry' })).toBeVisible()
    expect(screen.queryByText('21–61 %')).toBeNull()
  })
})

describe('a picker of plants', () => {
  it('finds a plant by any of its names, despite typing errors, and says by which', async () => {
    const id = await insertPlant(server.db, monstera)
    await insertPlant(server.db, { scientific_name: 'Hoya kerrii' })
    const sensor = await fleet.addSensor({ name: 'Fern' })
    const { user, calls } = await openConsole(server, fleet.token, `/pages/sensors/${sensor.id}/edit`)
    await user.type(await screen.findByRole('combobox', { name: 'Plant' }), 'fensterblat')
    const option = await screen.findByRole('option', { name: /Monstera deliciosa/ })
    expect(option).toHaveTextContent('Fensterblatt')
    await user.click(option)
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(screen.getByText('Sensor Fern saved')).toBeVisible())
    expect(await fleet.get(`/api/v1/sensors/${sensor.id}`)).toMatchObject({ plantId: id })
    expect(calls.some((call) => call.startsWith('GET /api/v1/plants/search/list?q=fensterblat&'))).toBe(true)
  })
})

describe('a plant’s page', () => {
  it('shows its names with their languages, its missing fields, its groups and its care', async () => {
    const group = await insertHumidityGroup(server.db, { name: 'Rainforest' })
    const id = await insertPlant(server.db, { ...monstera, humidity_group_id: group, toxicity: 'high' })
    await openConsole(server, fleet.token, `/pages/plants/${id}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Monstera deliciosa' })).toBeVisible()
    expect(fact('Common names')).toHaveTextContent('Fensterblatt German')
    expect(within(fact('Common names') as HTMLElement).getByText('Fensterblatt')).toHaveAttribute('lang', 'de')
    expect(fact('Synonyms')).toHaveTextContent('Philodendron pertusum')
    expect(fact('Completeness')).toHaveTextContent(/Missing: category, temperature group, light group, soil EC, sunlight/)
    expect(screen.getByRole('link', { name: 'Rainforest' })).toHaveAttribute('href', `/pages/humidity-groups/${group}`)
    await waitFor(() => expect(fact('Humidity group')).toHaveTextContent('Soil15–60 %'))
    expect(fact('Toxicity')).toHaveTextContent('High')
    expect(fact('Soil pH')).toHaveTextContent('5.5–7')
    expect(fact('Watering')).toHaveTextContent('When the top of the soil is dry.')
    expect(screen.getByText(/^Not set: Sunlight, .*Pruning/)).toBeVisible()
  })

  it('says before its deletion that sensors use it, and what else would be deleted', async () => {
    const held = await insertPlant(server.db, monstera)
    await fleet.addSensor({ name: 'Fern', plantId: held })
    const { user, address } = await openConsole(server, fleet.token, `/pages/plants/${held}`)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/^It is used by/)).toHaveTextContent('It is used by 1 sensor, and can be deleted once it is not.')
    expect(dialog.queryByText(/undone/)).toBeNull()
    expect(dialog.getByRole('button', { name: 'Delete plant' })).toBeDisabled()
    await user.click(dialog.getByRole('link', { name: '1 sensor' }))
    await waitFor(() => expect(address()).toBe(`/pages/sensors?plantId=${held}`))
    expect(await screen.findByRole('link', { name: 'Fern' })).toBeVisible()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('names the sensors that have come to use it since it was read', async () => {
    const id = await insertPlant(server.db, monstera)
    const { user } = await openConsole(server, fleet.token, `/pages/plants/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await fleet.addSensor({ name: 'Fern', plantId: id })
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete plant' }))
    expect(await dialog.findByText('This plant is used by 1 sensor: Fern.')).toBeVisible()
  })

  it('says before its deletion that a plant request loses it', async () => {
    const id = await insertPlant(server.db, monstera)
    await insertPlantRequest(server.db, { status: 'published', published_plant_id: id })
    const { user } = await openConsole(server, fleet.token, `/pages/plants/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/^Nothing else is deleted\. 1 plant request loses its plant\./)).toBeVisible()
  })

  it('takes its troubleshoots with it when it is deleted', async () => {
    const id = await insertPlant(server.db, monstera)
    await insertTroubleshoot(server.db, { plant_id: id })
    const { user } = await openConsole(server, fleet.token, `/pages/plants/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/1 troubleshoot is deleted too/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: /Delete/ }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect((await server.db.query(sql`select 1 from troubleshoots`)).rows).toEqual([])
  })
})

describe('the image on a plant’s page', () => {
  it('is shown when it is of this origin, which the page’s policy allows', async () => {
    const imageUrl = `${location.origin}/images/monstera.jpg`
    const id = await insertPlant(server.db, { scientific_name: 'Monstera deliciosa', image_url: imageUrl })
    await openConsole(server, fleet.token, `/pages/plants/${id}`)
    expect(await screen.findByRole('img', { name: 'Monstera deliciosa' })).toHaveAttribute('src', imageUrl)
  })

  it('is shown when it is of a server that the settings name, and is a link when it does not load', async () => {
    const imageUrl = 'https://images.example.com/monstera.jpg'
    const id = await insertPlant(server.db, { scientific_name: 'Monstera deliciosa', image_url: imageUrl })
    const environment = { imageOrigins: ['https://images.example.com'] }
    await openConsole(server, fleet.token, `/pages/plants/${id}`, { environment })
    const image = await screen.findByRole('img', { name: 'Monstera deliciosa' })
    expect(image).toHaveAttribute('src', imageUrl)
    fireEvent.error(image)
    expect(await screen.findByRole('link', { name: /^images\.example\.com\b/ })).toHaveAttribute('href', imageUrl)
    expect(image).not.toBeInTheDocument()
  })

  it('is its text when a stored address is none', async () => {
    const imageUrl = 'https://images.example.com:99999/monstera.jpg'
    const id = await insertPlant(server.db, { scientific_name: 'Monstera deliciosa', image_url: imageUrl })
    await openConsole(server, fleet.token, `/pages/plants/${id}`)
    expect(await screen.findByText(imageUrl)).toBeVisible()
  })

  it('is a link with the host’s name when it is of another one', async () => {
    const imageUrl = 'https://images.example.com/plants/2026/11/monstera-deliciosa.jpg'
    const id = await insertPlant(server.db, { scientific_name: 'Monstera deliciosa', image_url: imageUrl })
    await openConsole(server, fleet.token, `/pages/plants/${id}`)
    const link = await screen.findByRole('link', { name: /^images\.example\.com\b/ })
    expect(link).toHaveAttribute('href', imageUrl)
    expect(screen.queryByRole('img', { name: 'Monstera deliciosa' })).toBeNull()
  })
})

describe('a plant’s form', () => {
  const name = (at: number) => within(screen.getByRole('group', { name: `Common name ${at}` }))

  it('saves names that were added, moved and removed, and the care that was written', async () => {
    const id = await insertPlant(server.db, monstera)
    const { user } = await openConsole(server, fleet.token, `/pages/plants/${id}/edit`)
    await user.click(await screen.findByRole('button', { name: 'Add common name' }))
    expect(name(3).getByRole('textbox', { name: 'Language' })).toHaveFocus()
    await user.keyboard('es')
    await user.type(name(3).getByRole('textbox', { name: 'Name' }), 'Costilla de Adán')
    await user.click(screen.getByRole('button', { name: 'Move Common name 2 up' }))
    await user.click(screen.getByRole('button', { name: 'Remove Common name 2' }))
    await user.type(screen.getByRole('textbox', { name: 'Synonyms' }), 'Monstera borsigiana{Enter}')
    await user.type(screen.getByRole('textbox', { name: 'Pruning' }), 'In spring.')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(screen.getByText('Plant Monstera deliciosa saved')).toBeVisible())
    expect(await fleet.get(`/api/v1/plants/${id}`)).toMatchObject({
      commonNames: [
        { lang: 'en', name: 'Swiss cheese plant' },
        { lang: 'es', name: 'Costilla de Adán' },
      ],
      synonyms: ['Philodendron pertusum', 'Monstera borsigiana'],
      care: { watering: 'When the top of the soil is dry.', pruning: 'In spring.', soil: null },
    })
  })

  it('reports an invalid name on its own input, before sending', async () => {
    const id = await insertPlant(server.db, monstera)
    const { user, calls } = await openConsole(server, fleet.token, `/pages/plants/${id}/edit`)
    await user.click(await screen.findByRole('button', { name: 'Add common name' }))
    await user.keyboard('Deutsch')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    const language = name(3).getByRole('textbox', { name: 'Language' })
    await waitFor(() => expect(language).toBeInvalid())
    expect(language).toHaveFocus()
    expect(name(3).getByText('Language must be a tag such as en or pt-BR')).toBeVisible()
    expect(name(3).getByText('Name is required')).toBeVisible()
    expect(name(1).getByRole('textbox', { name: 'Language' })).toBeValid()
    expect(calls.filter((call) => call.startsWith('PUT'))).toEqual([])
  })

  it('has no changes when an added entry is removed again', async () => {
    const id = await insertPlant(server.db, monstera)
    const { user, go } = await openConsole(server, fleet.token, `/pages/plants/${id}/edit`)
    await user.click(await screen.findByRole('button', { name: 'Add common name' }))
    await user.click(screen.getByRole('button', { name: 'Remove Common name 3' }))
    expect(screen.getByRole('button', { name: 'Remove Common name 2' })).toHaveFocus()
    await go('/pages/sensors')
    expect(await screen.findByRole('heading', { level: 1, name: 'Sensors' })).toBeVisible()
  })

  it('names the plant that has the same name, on the cultivar', async () => {
    await insertPlant(server.db, monstera)
    const id = await insertPlant(server.db, { scientific_name: 'Monstera adansonii' })
    const { user } = await openConsole(server, fleet.token, `/pages/plants/${id}/edit`)
    const input = await screen.findByRole('textbox', { name: 'Scientific name' })
    await user.clear(input)
    await user.type(input, 'monstera DELICIOSA')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Cultivar' })).toBeInvalid())
    expect(screen.getByRole('alert')).toHaveTextContent('Scientific name and cultivar are taken by Monstera deliciosa')
  })

  it('keeps what another user has saved meanwhile in other parts of the care', async () => {
    const id = await insertPlant(server.db, monstera)
    const { user } = await openConsole(server, fleet.token, `/pages/plants/${id}/edit`)
    await user.type(await screen.findByRole('textbox', { name: 'Pruning' }), 'In spring.')
    await fleet.put(`/api/v1/plants/${id}`, { care: { soil: 'Airy.' }, commonNames: [{ lang: 'en', name: 'Ceriman' }] })
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    const dialog = within(await screen.findByRole('dialog'))
    const rows = dialog.getAllByRole('rowheader').map((cell) => cell.textContent)
    expect(rows).toEqual(['Common names', 'Soil', 'Pruning'])
    expect(dialog.getByText('en: Ceriman')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Save this choice' }))
    await waitFor(() => expect(screen.getByText('Plant Monstera deliciosa saved')).toBeVisible())
    expect(await fleet.get(`/api/v1/plants/${id}`)).toMatchObject({
      commonNames: [{ lang: 'en', name: 'Ceriman' }],
      care: { watering: 'When the top of the soil is dry.', pruning: 'In spring.', soil: 'Airy.' },
    })
  })

  it('distinguishes a non-toxic plant from one of unknown toxicity', async () => {
    await openConsole(server, fleet.token, '/pages/plants/new')
    const choice = await screen.findByRole('combobox', { name: 'Toxicity' })
    const choices = within(choice).getAllByRole('option', { hidden: true })
    expect(choices.map((option) => option.textContent)).toEqual(['Not set', 'Not toxic', 'Low', 'Medium', 'High'])
  })

  it('copies everything but the cultivar', async () => {
    const id = await insertPlant(server.db, { ...monstera, cultivar: 'Albo' })
    await openConsole(server, fleet.token, `/pages/plants/new?from=${id}`)
    expect(await screen.findByRole('textbox', { name: 'Scientific name' })).toHaveValue('Monstera deliciosa')
    expect(screen.getByRole('textbox', { name: 'Cultivar' })).toHaveValue('')
    expect(name(2).getByRole('textbox', { name: 'Name' })).toHaveValue('Swiss cheese plant')
  })
})
