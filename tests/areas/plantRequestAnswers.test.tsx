import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { loseAnswers } from '../support/screens/network'
import { dialog, plantRequestPages } from '../support/screens/plantRequestPages'

const { server, page, request, storedRow, complete } = plantRequestPages()

describe('a plant request whose answer is lost', () => {
  it('may have been published, and is read again', async () => {
    const id = await request({ status: 'approved', draft: await complete() })
    const opened = await page(id)
    const answer = loseAnswers(opened, server, `/publish/${id}`)
    await opened.user.click(await screen.findByRole('button', { name: 'Publish' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Publish Silver fern?' }))
    await opened.user.click(question.getByRole('button', { name: 'Publish' }))
    expect(await question.findByRole('alert')).toHaveTextContent('It is not known whether it was published')
    expect(await storedRow(id)).toMatchObject({ status: 'published' })
    answer()
    await opened.user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findAllByRole('link', { name: 'Cyathea dealbata' })).not.toHaveLength(0)
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
  })

  it('is said to be changed, without a word too much about the others for its name', async () => {
    const [id, other] = [await request(), await request()]
    const opened = await page(id)
    loseAnswers(opened, server, '/bulk_update')
    await opened.user.click(await screen.findByRole('button', { name: 'Reject' }))
    const form = await dialog('Reject Silver fern?')
    await opened.user.selectOptions(form.getByRole('combobox', { name: 'Reason' }), 'It is not a plant')
    await opened.user.click(form.getByRole('button', { name: 'Reject' }))
    expect(
      await screen.findByText(/^Silver fern rejected\. It is not known whether the other requests were changed: /),
    ).toBeVisible()
    for (const one of [id, other]) expect(await storedRow(one)).toMatchObject({ status: 'rejected' })
  })
})
