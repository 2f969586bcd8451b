import { screen, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { loseAnswers } from '../support/screens/network'
import { plantRequestPages, said } from '../support/screens/plantRequestPages'

const { server, open, request, storedRow, complete } = plantRequestPages()
const questionNamed = async (name: string | RegExp) => within(await screen.findByRole('alertdialog', { name }))

describe('several plant requests at once', () => {
  const choose = async (...names: readonly string[]) => {
    const opened = await open('/pages/plant-requests')
    for (const name of names) await opened.user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    return opened
  }

  it('are published together; those that cannot be are reported and stay', async () => {
    const ready = await request({ status: 'approved', draft: await complete() })
    const early = await request({ requested_name: 'Tree lily', status: 'in_review' })
    const { user } = await choose('Silver fern', 'Tree lily')
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    const question = await questionNamed('Publish 2 plant requests?')
    expect(question.getByText(/^1 of 2 can be published\. /)).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Publish 2 plant requests' }))
    const report = within(await screen.findByRole('dialog', { name: '1 plant request could not be published' }))
    expect(report.getByText('1 of 2 is published.')).toBeVisible()
    expect(report.getByRole('listitem')).toHaveTextContent('Tree lily: This plant request is in review and cannot be published')
    await user.click(report.getAllByRole('button', { name: 'Close' })[1] ?? document.body)
    await said('1 plant request published')
    expect(await storedRow(ready)).toMatchObject({ status: 'published' })
    expect(await storedRow(early)).toMatchObject({ status: 'in_review', version: 1 })
  })

  it('cannot be moved when the move applies to none of them', async () => {
    await request({ status: 'approved' })
    await request({ requested_name: 'Tree lily', status: 'in_review', draft: await complete() })
    const { user } = await choose('Silver fern', 'Tree lily')
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    const publishing = await questionNamed('Publish 2 plant requests?')
    expect(publishing.getByText(/^0 of 2 can be published\. /)).toBeVisible()
    expect(publishing.getByRole('button', { name: 'Publish 2 plant requests' })).toBeDisabled()
    await user.click(publishing.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Reject' }))
    const rejecting = await questionNamed('Reject 2 plant requests?')
    expect(rejecting.queryByText(/can be rejected/)).toBeNull()
    expect(rejecting.getByRole('button', { name: 'Reject 2 plant requests' })).toBeEnabled()
  })

  it('are counted without those that the move leaves as they are', async () => {
    await request()
    await request({ requested_name: 'Tree lily', status: 'in_review' })
    const { user } = await choose('Silver fern', 'Tree lily')
    await user.click(screen.getByRole('button', { name: 'Start review' }))
    const question = await questionNamed('Start review of 2 plant requests?')
    expect(question.getByText(/^1 of 2 can be put in review\. /)).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Start review of 2 plant requests' }))
    await said('1 plant request put in review, 1 left as it was')
  })

  it('can be moved when one of another page has changed since it was selected', async () => {
    const id = await request({ requested_name: 'Tree lily' })
    for (let number = 10; number < 35; number += 1) await request({ requested_name: `Fern ${number}` })
    const { user } = await choose('Tree lily')
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await screen.findByRole('checkbox', { name: 'Select Fern 34' })
    await server.db.query(sql`update plant_requests set status = 'in_review' where id = ${id}`)
    await user.click(screen.getByRole('button', { name: 'Approve' }))
    const question = await questionNamed('Approve 1 plant request?')
    expect(question.queryByText(/can be approved/)).toBeNull()
    await user.click(question.getByRole('button', { name: 'Approve 1 plant request' }))
    await said('1 plant request approved')
  })

  it('are retried, only those that were refused, once nothing prevents them', async () => {
    const draft = await complete()
    await request({ status: 'approved', draft })
    const early = await request({
      requested_name: 'Tree lily',
      status: 'in_review',
      draft: { ...draft, scientificName: 'Lilium regale' },
    })
    const { user } = await choose('Silver fern', 'Tree lily')
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    const question = await questionNamed('Publish 2 plant requests?')
    await user.click(question.getByRole('button', { name: 'Publish 2 plant requests' }))
    const report = await screen.findByRole('dialog', { name: '1 plant request could not be published' })
    await server.db.query(sql`update plant_requests set status = 'approved' where id = ${early}`)
    await user.click(within(report).getByRole('button', { name: 'Retry failed' }))
    await said('2 plant requests published')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await storedRow(early)).toMatchObject({ status: 'published' })
  })

  it('are published once when the answer was lost and they are published again', async () => {
    const ready = await request({ status: 'approved', draft: await complete() })
    const { user, disturb } = await choose('Silver fern')
    const answer = loseAnswers({ disturb }, server, '/bulk_publish')
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    const question = await questionNamed('Publish 1 plant request?')
    await user.click(question.getByRole('button', { name: 'Publish 1 plant request' }))
    await question.findByRole('alert')
    expect(await storedRow(ready)).toMatchObject({ status: 'published' })
    answer()
    await user.click(question.getByRole('button', { name: 'Publish 1 plant request' }))
    await said('1 plant request published')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('are rejected for one reason, with a note where no reason fits', async () => {
    const ids = [await request(), await request({ requested_name: 'Tree lily', status: 'in_review' })]
    const { user } = await choose('Silver fern', 'Tree lily')
    await user.click(screen.getByRole('button', { name: 'Reject' }))
    const question = await questionNamed('Reject 2 plant requests?')
    const note = question.getByRole('textbox', { name: 'Note' })
    expect(note).not.toBeRequired()
    await user.click(question.getByRole('radio', { name: 'Another reason' }))
    expect(note).toBeRequired()
    expect(note).toHaveAttribute('maxlength', '2000')
    expect(question.getByRole('button', { name: 'Reject 2 plant requests' })).toBeDisabled()
    await user.type(note, 'Both are lichens')
    await user.click(question.getByRole('button', { name: 'Reject 2 plant requests' }))
    await said('2 plant requests rejected')
    for (const id of ids)
      expect(await storedRow(id)).toMatchObject({
        status: 'rejected',
        rejection_reason: 'other',
        rejection_note: 'Both are lichens',
      })
  })

  it('are put in review and approved', async () => {
    const id = await request({ status: 'in_review' })
    const other = await request({ requested_name: 'Tree lily' })
    const { user } = await choose('Silver fern')
    await user.click(screen.getByRole('button', { name: 'Approve' }))
    await user.click((await questionNamed('Approve 1 plant request?')).getByRole('button', { name: 'Approve 1 plant request' }))
    await said('1 plant request approved')
    await user.click(await screen.findByRole('checkbox', { name: 'Select Tree lily' }))
    await user.click(screen.getByRole('button', { name: 'Start review' }))
    const question = await questionNamed('Start review of 1 plant request?')
    await user.click(question.getByRole('button', { name: 'Start review of 1 plant request' }))
    await said('1 plant request put in review')
    expect(await storedRow(id)).toMatchObject({ status: 'approved' })
    expect(await storedRow(other)).toMatchObject({ status: 'in_review' })
  })
})
