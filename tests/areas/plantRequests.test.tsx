import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { openConsole } from '../support/console'
import { emptiedServer } from '../support/hooks'
import { insertHumidityGroup, insertLightGroup, insertPlant, insertPlantRequest, insertTemperatureGroup } from '../support/rows'

const server = emptiedServer()
let token: string
beforeEach(async () => {
  token = await server.signIn()
})

const request = (columns: object = {}) => insertPlantRequest(server.db, { requested_name: 'Silver fern', ...columns })
const open = (path: string) => openConsole(server, token, path)
const page = (id: string) => open(`/pages/plant-requests/${id}`)
const rowOf = async (id: string) => {
  const { rows } = await server.db.query<Record<string, unknown>>(sql`select * from plant_requests where id = ${id}`)
  return rows[0]
}
const complete = async (changes: object = {}) => ({
  scientificName: 'Cyathea dealbata',
  humidityGroupId: await insertHumidityGroup(server.db, { name: 'Moist' }),
  temperatureGroupId: await insertTemperatureGroup(server.db, { name: 'Cool' }),
  lightGroupId: await insertLightGroup(server.db, { name: 'Shady' }),
  ...changes,
})
const rejected = { status: 'rejected', rejection_reason: 'unverifiable' }
const asked = async (name: string | RegExp) => within(await screen.findByRole('alertdialog', { name }))
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const said = (words: string) => waitFor(() => expect(screen.getByText(words)).toBeVisible())
const compared = async (field: string) => {
  const row = (await screen.findByRole('rowheader', { name: field })).closest('tr')
  return [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent)
}

describe('the plant requests list', () => {
  it('shows first what most ask for, and of that the oldest', async () => {
    const at = (day: number) => ({ created_at: new Date(Date.UTC(2026, 0, day)) })
    await request({ requested_name: 'Late', ...at(3) })
    await request({ requested_name: 'Early', ...at(1) })
    await request({ requested_name: 'Wanted', ...at(9) })
    await request({ requested_name: 'wanted', ...at(8) })
    await open('/pages/plant-requests')
    await screen.findByRole('rowheader', { name: 'Early' })
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['wanted', 'Wanted', 'Early', 'Late'])
  })

  it('counts the requests of each status, and leads to them', async () => {
    await request()
    await request({ requested_name: 'Blue fern', status: 'in_review' })
    await request({ requested_name: 'Stone', ...rejected })
    const { user, address } = await open('/pages/plant-requests?q=s&page=1')
    const tabs = within(await screen.findByRole('navigation', { name: 'Plant requests by status' }))
    expect(await tabs.findByRole('link', { name: 'All3' })).toHaveAttribute('aria-current', 'page')
    expect(tabs.getByRole('link', { name: 'Open2' })).toBeVisible()
    await user.click(tabs.getByRole('link', { name: 'Rejected1' }))
    await waitFor(() => expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Stone']))
    expect(address()).toBe('/pages/plant-requests?q=s&status=rejected')
    expect(tabs.getByRole('link', { name: 'Rejected1' })).toHaveAttribute('aria-current', 'page')
  })

  it('offers neither a new request nor deleting one', async () => {
    await request()
    await open('/pages/plant-requests')
    await screen.findByRole('rowheader', { name: 'Silver fern' })
    expect(screen.queryByRole('link', { name: /New/ })).toBeNull()
    expect(screen.queryByRole('menuitem', { name: /Delete|Clone/ })).toBeNull()
  })
})

describe('the buttons of a plant request', () => {
  it.each([
    ['requested', {}, ['Start review', 'Reject', 'Edit']],
    ['in_review', {}, ['Approve', 'Reject', 'Edit']],
    ['approved', {}, ['Publish', 'Reject', 'Edit']],
    ['rejected', { rejection_reason: 'unverifiable' }, ['Review again']],
    ['published', {}, []],
  ])('are, when it is %s, those that the machine has moves for', async (status, columns, expected) => {
    await page(await request({ status, ...columns }))
    await screen.findByRole('heading', { level: 1, name: 'Silver fern' })
    const all = ['Start review', 'Review again', 'Approve', 'Publish', 'Reject', 'Edit']
    const shown = [...screen.getAllByRole('button'), ...screen.getAllByRole('link')].map(({ textContent }) => textContent)
    expect(all.filter((name) => shown.includes(name)).toSorted()).toEqual(expected.toSorted())
  })

  it('take it from the asking to approval, each after a question', async () => {
    const id = await request()
    const { user } = await page(id)
    await user.click(await screen.findByRole('button', { name: 'Start review' }))
    await user.click((await asked(/Start the review/)).getByRole('button', { name: 'Start review' }))
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    const approval = await asked('Approve Silver fern?')
    expect(approval.getByText(/needs: scientific name, humidity group, temperature group and light group/)).toBeVisible()
    await user.click(approval.getByRole('button', { name: 'Approve' }))
    expect(await screen.findByRole('button', { name: 'Publish' })).toBeVisible()
    expect(await rowOf(id)).toMatchObject({ status: 'approved', version: 3 })
  })

  it('say so and show the request anew when somebody else was first', async () => {
    const id = await request()
    const { user } = await page(id)
    await user.click(await screen.findByRole('button', { name: 'Start review' }))
    await server.db.query(sql`update plant_requests set status = 'in_review', version = 2 where id = ${id}`)
    const question = await asked(/Start the review/)
    await user.click(question.getByRole('button', { name: 'Start review' }))
    expect(await question.findByRole('alert')).toHaveTextContent('Somebody else changed this plant request in the meantime')
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('button', { name: 'Approve' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Start review' })).toBeNull()
  })
})

describe('rejecting a plant request', () => {
  it('asks for a reason, and for a note where no reason fits', async () => {
    const id = await request({ status: 'in_review' })
    const { user } = await page(id)
    await user.click(await screen.findByRole('button', { name: 'Reject' }))
    const form = await dialog('Reject Silver fern?')
    await user.click(form.getByRole('button', { name: 'Reject' }))
    expect(await form.findByText('A rejection needs a reason')).toBeVisible()
    await user.selectOptions(form.getByRole('combobox', { name: 'Reason' }), 'Another reason')
    await user.click(form.getByRole('button', { name: 'Reject' }))
    expect(await form.findByText('Say why, since no other reason fits')).toBeVisible()
    await user.type(form.getByRole('textbox', { name: 'Note' }), 'A lichen')
    await user.click(form.getByRole('button', { name: 'Reject' }))
    await said('Silver fern rejected')
    expect(await rowOf(id)).toMatchObject({ status: 'rejected', rejection_reason: 'other', rejection_note: 'A lichen' })
  })

  it('as a duplicate asks which plant it repeats', async () => {
    await insertPlant(server.db, { scientific_name: 'Cyathea dealbata' })
    const id = await request({ status: 'approved' })
    const { user } = await page(id)
    await user.click(await screen.findByRole('button', { name: 'Reject' }))
    const form = await dialog('Reject Silver fern?')
    expect(form.queryByRole('combobox', { name: 'Duplicate of' })).toBeNull()
    await user.selectOptions(form.getByRole('combobox', { name: 'Reason' }), 'The catalogue has it already')
    await user.click(form.getByRole('button', { name: 'Reject' }))
    expect(await form.findByText('Say which plant it is a duplicate of')).toBeVisible()
    await user.click(form.getByRole('combobox', { name: 'Duplicate of' }))
    await user.click(await form.findByRole('option', { name: /Cyathea dealbata/ }))
    await user.click(form.getByRole('button', { name: 'Reject' }))
    await said('Silver fern rejected')
    expect(await screen.findByRole('link', { name: 'Cyathea dealbata' })).toBeVisible()
  })
})

describe('publishing a plant request', () => {
  it('makes the plant and leads to it', async () => {
    const id = await request({ status: 'approved', draft: await complete() })
    const { user } = await page(id)
    await user.click(await screen.findByRole('button', { name: 'Publish' }))
    const question = await asked('Publish Silver fern?')
    expect(question.getByText('Cyathea dealbata')).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Publish' }))
    await said('Silver fern published')
    const plantId = (await rowOf(id))?.['published_plant_id']
    const [link] = await screen.findAllByRole('link', { name: 'Cyathea dealbata' })
    expect(link).toHaveAttribute('href', `/pages/plants/${String(plantId)}`)
    expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull()
  })

  it('says what the draft lacks, and leads to its form, before anything is sent', async () => {
    const id = await request({ status: 'approved', draft: await complete({ lightGroupId: null }) })
    const { user, calls } = await page(id)
    await user.click(await screen.findByRole('button', { name: 'Publish' }))
    const question = await asked('Publish Silver fern?')
    expect(question.getByText('Its draft needs first: light group.')).toBeVisible()
    expect(question.queryByRole('button', { name: 'Publish' })).toBeNull()
    await user.click(question.getByRole('link', { name: 'Edit the draft' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Edit Silver fern' })).toBeVisible()
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  it('offers to mark it as a duplicate when a plant has the name already', async () => {
    const holder = await insertPlant(server.db, { scientific_name: 'CYATHEA dealbata' })
    const id = await request({ status: 'approved', draft: await complete() })
    const { user } = await page(id)
    await user.click(await screen.findByRole('button', { name: 'Publish' }))
    const question = await asked('Publish Silver fern?')
    await user.click(question.getByRole('button', { name: 'Publish' }))
    expect(await question.findByRole('link', { name: 'CYATHEA dealbata' })).toHaveAttribute('href', `/pages/plants/${holder}`)
    await user.click(question.getByRole('button', { name: 'Mark as duplicate' }))
    await said('Silver fern rejected as a duplicate')
    expect(await rowOf(id)).toMatchObject({ rejection_reason: 'duplicate', duplicate_of_plant_id: holder })
  })
})

describe('the comparison', () => {
  it('sets the draft beside the plant that its name finds, and tells each field by a word', async () => {
    const groups = await complete()
    await insertPlant(server.db, {
      scientific_name: 'Cyathea dealbata',
      family: 'Cyatheaceae',
      humidity_group_id: groups.humidityGroupId,
      light_group_id: await insertLightGroup(server.db, { name: 'Bright' }),
    })
    const draft = { ...groups, family: null, care: { watering: 'Keep moist' } }
    const { user } = await page(await request({ draft }))
    await waitFor(async () => expect(await compared('Scientific name')).toEqual(['Cyathea dealbata', 'Cyathea dealbata', 'Same']))
    expect(await compared('Family')).toEqual(['—none', 'Cyatheaceae', 'Only in the plant'])
    await waitFor(async () => expect(await compared('Light group')).toEqual(['Shady', 'Bright', 'Differs']))
    expect(await compared('Watering')).toEqual(['Keep moist', '—none', 'Only in the draft'])
    await user.click(screen.getByRole('checkbox', { name: 'Differences only' }))
    expect(screen.queryByRole('rowheader', { name: 'Scientific name' })).toBeNull()
    expect(screen.getByRole('rowheader', { name: 'Light group' })).toBeVisible()
  })

  it('takes any plant that is searched for, and marks the request as its duplicate', async () => {
    const other = await insertPlant(server.db, { scientific_name: 'Dicksonia antarctica' })
    const id = await request({ draft: { scientificName: 'Cyathea dealbata' } })
    const { user } = await page(id)
    expect(await screen.findByRole('rowheader', { name: 'Scientific name' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Mark as duplicate' })).toBeNull()
    await user.click(screen.getByRole('combobox', { name: 'Compare with' }))
    await user.click(await screen.findByRole('option', { name: /Dicksonia/ }))
    await user.click(await screen.findByRole('button', { name: 'Mark as duplicate' }))
    const form = await dialog('Mark Silver fern as a duplicate of Dicksonia antarctica?')
    await user.click(form.getByRole('button', { name: 'Reject' }))
    await said('Silver fern rejected')
    expect(await rowOf(id)).toMatchObject({ rejection_reason: 'duplicate', duplicate_of_plant_id: other })
  })

  it('says so when nothing is known yet', async () => {
    await page(await request({ requested_name: 'Qqq' }))
    expect(await screen.findByText(/Nothing is known of it yet/)).toBeVisible()
  })
})

describe('a plant request’s form', () => {
  it('changes the draft, its lists and its care among it, and nothing of the status', async () => {
    const id = await request({ status: 'in_review' })
    const { user } = await open(`/pages/plant-requests/${id}/edit`)
    await user.type(await screen.findByRole('textbox', { name: 'Scientific name' }), 'Cyathea dealbata')
    await user.type(screen.getByRole('textbox', { name: 'Watering' }), 'Keep moist')
    await user.click(screen.getByRole('button', { name: 'Add to common names' }))
    await user.type(screen.getByRole('textbox', { name: 'Language' }), 'en')
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ponga')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await said('Plant request Silver fern saved')
    expect(await rowOf(id)).toMatchObject({
      status: 'in_review',
      draft: {
        scientificName: 'Cyathea dealbata',
        commonNames: [{ lang: 'en', name: 'Ponga' }],
        care: { watering: 'Keep moist', soil: null },
      },
    })
  })

  it('shows on its field what the contract refuses', async () => {
    const id = await request()
    const { user } = await open(`/pages/plant-requests/${id}/edit`)
    await user.type(await screen.findByRole('textbox', { name: 'Lowest pH' }), '7')
    await user.type(screen.getByRole('textbox', { name: 'Highest pH' }), '5')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('The highest pH must be above the lowest')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Highest pH' })).toHaveAttribute('aria-invalid', 'true')
  })
})
