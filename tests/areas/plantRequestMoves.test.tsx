import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { dialog, plantRequestPages, said } from '../support/screens/plantRequestPages'
import { rowOf } from '../support/screens/shown'
import { insertPlant } from '../support/rows/rows'

const { server, open, page, request, storedRow, complete } = plantRequestPages()
const questionNamed = async (name: string | RegExp) => within(await screen.findByRole('alertdialog', { name }))

describe('the buttons of a plant request', () => {
  it.each([
    ['requested', {}, ['Start review', 'Reject', 'Edit']],
    ['in_review', {}, ['Approve', 'Reject', 'Edit']],
    ['approved', {}, ['Publish', 'Reject', 'Edit']],
    ['rejected', { rejection_reason: 'unverifiable' }, ['Review again']],
    ['published', {}, []],
  ])('match the machine’s moves when it is %s', async (status, columns, expected) => {
    await page(await request({ status, ...columns }))
    await screen.findByRole('heading', { level: 1, name: 'Silver fern' })
    const all = ['Start review', 'Review again', 'Approve', 'Publish', 'Reject', 'Edit']
    const shown = [...screen.getAllByRole('button'), ...screen.getAllByRole('link')].map(({ textContent }) => textContent)
    expect(all.filter((name) => shown.includes(name)).toSorted()).toEqual(expected.toSorted())
  })

  it.each([
    ['requested', 'Start review'],
    ['in_review', 'Approve'],
    ['approved', 'Publish'],
  ])('begin with the next move as the main one, before Edit, when it is %s', async (status, next) => {
    await page(await request({ status }))
    const main = await screen.findByRole('button', { name: next })
    const edit = screen.getByRole('link', { name: 'Edit' })
    expect(main).toHaveClass('btn-primary')
    expect(edit).not.toHaveClass('btn-primary')
    expect(main.compareDocumentPosition(edit)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('move it from the request to approval, each after a confirmation', async () => {
    const id = await request()
    const { user } = await page(id)
    await user.click(await screen.findByRole('button', { name: 'Start review' }))
    await user.click((await questionNamed(/Start the review/)).getByRole('button', { name: 'Start review' }))
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    const approval = await questionNamed('Approve Silver fern?')
    expect(
      approval.getByText(
        'It can be published once its draft has a scientific name, humidity group, temperature group and light group.',
      ),
    ).toBeVisible()
    await user.click(approval.getByRole('button', { name: 'Approve' }))
    expect(await screen.findByRole('button', { name: 'Publish' })).toBeVisible()
    expect(await storedRow(id)).toMatchObject({ status: 'approved', version: 3 })
  })

  it('say so and reload the request when another user acted first', async () => {
    const id = await request()
    const { user } = await page(id)
    await user.click(await screen.findByRole('button', { name: 'Start review' }))
    await server.db.query(sql`update plant_requests set status = 'in_review', version = 2 where id = ${id}`)
    const question = await questionNamed(/Start the review/)
    await user.click(question.getByRole('button', { name: 'Start review' }))
    expect(await question.findByRole('alert')).toHaveTextContent('Someone else changed this plant request in the meantime')
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
    expect(await form.findByText('Explain the reason in a note')).toBeVisible()
    await user.type(form.getByRole('textbox', { name: 'Note' }), 'A lichen')
    await user.click(form.getByRole('button', { name: 'Reject' }))
    await said('Silver fern rejected')
    expect(await storedRow(id)).toMatchObject({ status: 'rejected', rejection_reason: 'other', rejection_note: 'A lichen' })
  })

  it('as a duplicate asks for the plant', async () => {
    await insertPlant(server.db, { scientific_name: 'Cyathea dealbata' })
    const id = await request({ status: 'approved' })
    const { user } = await page(id)
    await user.click(await screen.findByRole('button', { name: 'Reject' }))
    const form = await dialog('Reject Silver fern?')
    expect(form.queryByRole('combobox', { name: 'Duplicate of' })).toBeNull()
    await user.selectOptions(form.getByRole('combobox', { name: 'Reason' }), 'Already in the catalogue')
    await user.click(form.getByRole('button', { name: 'Reject' }))
    expect(await form.findByText('Choose the plant that it duplicates')).toBeVisible()
    await user.click(form.getByRole('combobox', { name: 'Duplicate of' }))
    await user.click(await form.findByRole('option', { name: /Cyathea dealbata/ }))
    await user.click(form.getByRole('button', { name: 'Reject' }))
    await said('Silver fern rejected')
    expect(await screen.findByRole('link', { name: 'Cyathea dealbata' })).toBeVisible()
  })
})

describe('a plant request that leaves the shown list while its dialog is open', () => {
  it('is moved at the second try', async () => {
    const id = await request()
    const { user } = await open('/pages/plant-requests?status=requested')
    await user.click((await rowOf('Silver fern')).getByRole('button', { name: 'Actions for Silver fern' }))
    await user.click(screen.getByRole('menuitem', { name: /^Reject/ }))
    await server.db.query(sql`update plant_requests set status = 'in_review', version = 2 where id = ${id}`)
    const form = await dialog('Reject Silver fern?')
    await user.selectOptions(form.getByRole('combobox', { name: 'Reason' }), 'It is not a plant')
    await user.click(form.getByRole('button', { name: 'Reject' }))
    expect(await form.findByText(/Someone else changed this plant request in the meantime/)).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Silver fern' })).toBeNull())
    await user.click(form.getByRole('button', { name: 'Reject' }))
    await said('Silver fern rejected')
    expect(await storedRow(id)).toMatchObject({ status: 'rejected', version: 3 })
  })

  it('is shown as the second try will publish it', async () => {
    const id = await request({ status: 'approved', draft: await complete() })
    const { user } = await open('/pages/plant-requests?q=silver')
    await user.click((await rowOf('Silver fern')).getByRole('button', { name: 'Actions for Silver fern' }))
    await user.click(screen.getByRole('menuitem', { name: /^Publish/ }))
    await server.db.query(sql`
      update plant_requests set requested_name = 'Ponga', version = 2,
        draft = jsonb_set(draft, '{scientificName}', '"Alsophila dealbata"') where id = ${id}`)
    await user.click((await questionNamed('Publish Silver fern?')).getByRole('button', { name: 'Publish' }))
    const question = await questionNamed('Publish Ponga?')
    expect(question.getByText('Alsophila dealbata')).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Publish' }))
    await said('Ponga published')
  })
})

describe('the other open requests for the name', () => {
  const others = () =>
    Promise.all(
      (['requested', 'in_review', 'approved'] as const).map((status) => request({ requested_name: 'silver  FERN', status })),
    )

  it('are rejected with it, for the same reason', async () => {
    const ids = [await request(), ...(await others())]
    const unlike = await request({ requested_name: 'Silver fern palm' })
    const { user } = await page(ids[0] ?? '')
    await user.click(await screen.findByRole('button', { name: 'Reject' }))
    const form = await dialog('Reject Silver fern?')
    await user.selectOptions(form.getByRole('combobox', { name: 'Reason' }), 'It is not a plant')
    expect(form.getByRole('checkbox', { name: 'Also reject 3 other open requests for this name' })).toBeChecked()
    await user.click(form.getByRole('button', { name: 'Reject' }))
    await said('Silver fern and 3 other requests rejected')
    for (const id of ids) expect(await storedRow(id)).toMatchObject({ status: 'rejected', rejection_reason: 'not_a_plant' })
    expect(await storedRow(unlike)).toMatchObject({ status: 'requested', version: 1 })
  })

  it('stay open when only this one is rejected', async () => {
    const [id, other] = [await request(), await request()]
    const { user } = await page(id)
    await user.click(await screen.findByRole('button', { name: 'Reject' }))
    const form = await dialog('Reject Silver fern?')
    await user.selectOptions(form.getByRole('combobox', { name: 'Reason' }), 'It is not a plant')
    await user.click(form.getByRole('checkbox', { name: 'Also reject 1 other open request for this name' }))
    await user.click(form.getByRole('button', { name: 'Reject' }))
    await said('Silver fern rejected')
    expect(await storedRow(other)).toMatchObject({ status: 'requested', version: 1 })
  })

  it('stay open, and the message says why, when their number has changed', async () => {
    const [id, other] = [await request(), await request()]
    const { user } = await page(id)
    await user.click(await screen.findByRole('button', { name: 'Reject' }))
    const form = await dialog('Reject Silver fern?')
    await user.selectOptions(form.getByRole('combobox', { name: 'Reason' }), 'It is not a plant')
    await request()
    await user.click(form.getByRole('button', { name: 'Reject' }))
    expect(
      await screen.findByText(/^Silver fern rejected, but not the other requests, because their number has changed/),
    ).toBeVisible()
    expect(await storedRow(id)).toMatchObject({ status: 'rejected' })
    expect(await storedRow(other)).toMatchObject({ status: 'requested', version: 1 })
  })

  it('are marked as duplicates with it, when publishing finds the plant', async () => {
    const holder = await insertPlant(server.db, { scientific_name: 'Cyathea dealbata' })
    const id = await request({ status: 'approved', draft: await complete() })
    const ids = [id, ...(await others())]
    const { user } = await page(id)
    await user.click(await screen.findByRole('button', { name: 'Publish' }))
    const question = await questionNamed('Publish Silver fern?')
    await user.click(question.getByRole('button', { name: 'Publish' }))
    await user.click(await question.findByRole('button', { name: 'Mark as duplicate' }))
    await said('Silver fern and 3 other requests rejected as a duplicate')
    for (const one of ids)
      expect(await storedRow(one)).toMatchObject({ rejection_reason: 'duplicate', duplicate_of_plant_id: holder })
  })
})

describe('publishing a plant request', () => {
  it('creates the plant and leads to it', async () => {
    const id = await request({ status: 'approved', draft: await complete({ cultivar: 'Wightii' }) })
    const { user } = await page(id)
    await user.click(await screen.findByRole('button', { name: 'Publish' }))
    const question = await questionNamed('Publish Silver fern?')
    expect(question.getByText("Cyathea dealbata 'Wightii'")).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Publish' }))
    await said('Silver fern published')
    const plantId = (await storedRow(id))?.['published_plant_id']
    const [link] = await screen.findAllByRole('link', { name: "Cyathea dealbata 'Wightii'" })
    expect(link).toHaveAttribute('href', `/pages/plants/${String(plantId)}`)
    expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull()
  })

  it('lists the missing fields, and leads to the form, before anything is sent', async () => {
    const id = await request({ status: 'approved', draft: await complete({ lightGroupId: null }) })
    const { user, calls } = await page(id)
    await user.click(await screen.findByRole('button', { name: 'Publish' }))
    const question = await questionNamed('Publish Silver fern?')
    expect(question.getByText('Its draft is missing: light group.')).toBeVisible()
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
    const question = await questionNamed('Publish Silver fern?')
    await user.click(question.getByRole('button', { name: 'Publish' }))
    expect(await question.findByRole('link', { name: 'CYATHEA dealbata' })).toHaveAttribute('href', `/pages/plants/${holder}`)
    await user.click(question.getByRole('button', { name: 'Mark as duplicate' }))
    await said('Silver fern rejected as a duplicate')
    expect(await storedRow(id)).toMatchObject({ rejection_reason: 'duplicate', duplicate_of_plant_id: holder })
  })
})
