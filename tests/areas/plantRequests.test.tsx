import { act, screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { api } from '../../src/api/api'
import { preferencesKey } from '../../src/crud/list/preferences'
import { memoryStore } from '../support/screens/environment'
import { dialog, plantRequestPages, said } from '../support/screens/plantRequestPages'
import { rejected } from '../support/rows/plantRequests'
import { insertLightGroup, insertPlant } from '../support/rows/rows'

const { server, open, page, request, storedRow, complete } = plantRequestPages()
const compared = async (field: string) => {
  const row = (await screen.findByRole('rowheader', { name: field })).closest('tr')
  return [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent)
}

describe('the plant requests list', () => {
  it('sorts by demand, then by age', async () => {
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
    expect(await tabs.findByRole('link', { name: 'All2' })).toHaveAttribute('aria-current', 'page')
    expect(tabs.getByRole('link', { name: 'Open1' })).toBeVisible()
    await user.click(tabs.getByRole('link', { name: 'Rejected1' }))
    await waitFor(() => expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Stone']))
    expect(address()).toBe('/pages/plant-requests?q=s&status=rejected')
    expect(tabs.getByRole('link', { name: 'Rejected1' })).toHaveAttribute('aria-current', 'page')
  })

  it('counts only the requests that match the search and the other filters', async () => {
    await request()
    await request({ requested_name: 'Blue fern', status: 'in_review' })
    await request({ requested_name: 'Stone', ...rejected })
    const { user } = await open('/pages/plant-requests?q=fern&status=rejected')
    const tabs = within(await screen.findByRole('navigation', { name: 'Plant requests by status' }))
    expect(await tabs.findByRole('link', { name: 'All2' })).toBeVisible()
    expect(tabs.getByRole('link', { name: 'Rejected0' })).toHaveAttribute('aria-current', 'page')
    const search = screen.getByRole('searchbox')
    await user.clear(search)
    await user.type(search, 'stone')
    expect(await tabs.findByRole('link', { name: 'All1' })).toBeVisible()
    expect(tabs.getByRole('link', { name: 'Rejected1' })).toBeVisible()
  })

  it('shows all under All, although the list begins with a view', async () => {
    await request()
    await request({ requested_name: 'Stone', ...rejected })
    const views = [{ name: 'Rejected', search: 'status=rejected' }]
    const browserStorage = memoryStore({
      [preferencesKey('ada', 'plant-requests')]: JSON.stringify({ views, defaultView: 'Rejected' }),
    })
    const { user } = await open('/pages/plant-requests', { environment: { browserStorage } })
    const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
    await waitFor(() => expect(names()).toEqual(['Stone']))
    // The counts have a request of their own.
    await user.click(await screen.findByRole('link', { name: 'All2' }))
    await waitFor(() => expect(names()).toHaveLength(2))
    expect(screen.getByRole('link', { name: 'All2' })).toHaveAttribute('aria-current', 'page')
  })

  it('offers neither a new request nor deleting one', async () => {
    await request()
    await open('/pages/plant-requests')
    await screen.findByRole('rowheader', { name: 'Silver fern' })
    expect(screen.queryByRole('link', { name: /New/ })).toBeNull()
    expect(screen.queryByRole('menuitem', { name: /Delete|Clone/ })).toBeNull()
  })
})

describe('a plant request’s page', () => {
  it('shows only the empty fields that its status can have', async () => {
    await page(await request())
    expect(await screen.findByText('Not set: Reviewer')).toBeVisible()
  })

  it('leads to the plant that it was published as, and says when that has been deleted', async () => {
    const plantId = await insertPlant(server.db, { scientific_name: 'Cyathea dealbata' })
    const id = await request({ status: 'published', published_plant_id: plantId })
    const { store } = await page(id)
    const links = await screen.findAllByRole('link', { name: 'Cyathea dealbata' })
    expect(links[0]).toHaveAttribute('href', `/pages/plants/${plantId}`)
    expect(screen.queryByText(/Its plant has been deleted/)).toBeNull()
    await server.db.query(sql`delete from plants where id = ${plantId}`)
    act(() => void store.dispatch(api.util.invalidateTags([{ type: 'PlantRequest', id }])))
    expect(await screen.findByText(/Its plant has been deleted/)).toBeVisible()
  })
})

describe('the comparison', () => {
  it('compares the draft with the plant that its name finds, field by field', async () => {
    const groups = await complete()
    await insertPlant(server.db, {
      scientific_name: 'Cyathea dealbata',
      family: 'Cyatheaceae',
      toxicity: 'none',
      humidity_group_id: groups.humidityGroupId,
      light_group_id: await insertLightGroup(server.db, { name: 'Bright' }),
    })
    const draft = { ...groups, family: null, care: { watering: 'Keep moist' } }
    const { user } = await page(await request({ draft }))
    await waitFor(async () => expect(await compared('Scientific name')).toEqual(['Cyathea dealbata', 'Cyathea dealbata', 'Same']))
    expect(await compared('Family')).toEqual(['—', 'Cyatheaceae', 'Only in the plant'])
    await waitFor(async () => expect(await compared('Light group')).toEqual(['Shady', 'Bright', 'Differs']))
    expect(await compared('Toxicity')).toEqual(['—', 'Not toxic', 'Only in the plant'])
    expect(await compared('Watering')).toEqual(['Keep moist', '—', 'Only in the draft'])
    await user.click(screen.getByRole('checkbox', { name: 'Differences only' }))
    expect(screen.queryByRole('rowheader', { name: 'Scientific name' })).toBeNull()
    expect(screen.getByRole('rowheader', { name: 'Light group' })).toBeVisible()
  })

  it('compares with any plant that the user selects, and marks the request as its duplicate', async () => {
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
    expect(await storedRow(id)).toMatchObject({ rejection_reason: 'duplicate', duplicate_of_plant_id: other })
  })

  it('says so when nothing is known yet', async () => {
    await page(await request({ requested_name: 'Qqq' }))
    expect(await screen.findByText(/^No details yet/)).toBeVisible()
  })
})

describe('a plant request’s form', () => {
  it('changes the draft, including its lists and its care, but not the status', async () => {
    const id = await request({ status: 'in_review' })
    const { user } = await open(`/pages/plant-requests/${id}/edit`)
    await user.type(await screen.findByRole('textbox', { name: 'Scientific name' }), 'Cyathea dealbata')
    await user.type(screen.getByRole('textbox', { name: 'Watering' }), 'Keep moist')
    await user.click(screen.getByRole('button', { name: 'Add common name' }))
    await user.type(screen.getByRole('textbox', { name: 'Language' }), 'en')
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ponga')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await said('Plant request Silver fern saved')
    expect(await storedRow(id)).toMatchObject({
      status: 'in_review',
      draft: {
        scientificName: 'Cyathea dealbata',
        commonNames: [{ lang: 'en', name: 'Ponga' }],
        care: { watering: 'Keep moist', soil: null },
      },
    })
  })

  it('contains the proposed name, which is saved with the first change', async () => {
    const id = await request({ proposed_scientific_name: 'Cyathea dealbata' })
    const { user } = await open(`/pages/plant-requests/${id}/edit`)
    expect(await screen.findByRole('textbox', { name: 'Scientific name' })).toHaveValue('Cyathea dealbata')
    await user.type(screen.getByRole('textbox', { name: 'Family' }), 'Cyatheaceae')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await said('Plant request Silver fern saved')
    expect(await storedRow(id)).toMatchObject({
      status: 'requested',
      draft: { scientificName: 'Cyathea dealbata', family: 'Cyatheaceae' },
    })
  })

  it('saves the proposed name that it shows, although nothing was typed', async () => {
    const id = await request({ proposed_scientific_name: 'Cyathea dealbata' })
    const { user } = await open(`/pages/plant-requests/${id}/edit`)
    expect(await screen.findByRole('textbox', { name: 'Scientific name' })).toHaveValue('Cyathea dealbata')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await said('Plant request Silver fern saved')
    expect(await storedRow(id)).toMatchObject({ draft: { scientificName: 'Cyathea dealbata' } })
  })

  it('shows the contract’s refusal on its field', async () => {
    const id = await request()
    const { user } = await open(`/pages/plant-requests/${id}/edit`)
    await user.type(await screen.findByRole('textbox', { name: 'Lowest pH' }), '7')
    await user.type(screen.getByRole('textbox', { name: 'Highest pH' }), '5')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('The highest pH must be above the lowest')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Highest pH' })).toHaveAttribute('aria-invalid', 'true')
  })
})
