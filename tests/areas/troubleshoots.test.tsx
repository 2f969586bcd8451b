import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { api } from '../../src/api/api'
import { createTabStorage } from '../support/screens/console'
import { hold } from '../support/screens/network'
import { troubleshootsAt } from '../support/screens/troubleshootPages'
import { emptiedServer, fleetAt } from '../support/server/hooks'

const server = emptiedServer()
const fleet = fleetAt(server)
const { add, stored, open, entry, saved } = troubleshootsAt(server, fleet)

describe('a plant’s troubleshoots', () => {
  it('are listed in order, each with symptom, cause, remedy and prevention', async () => {
    await add('Holes', 1)
    await add('Yellow leaves', 0, {
      severity: 'high',
      cause: 'Too much water',
      remedy: { immediate: 'Stop watering.', chemical: null },
      prevention: 'A pot with holes.',
    })
    await open()
    const table = await screen.findByRole('table', { name: 'Troubleshoots' })
    expect(within(table).getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['Yellow leavesLeaf', 'HolesLeaf']) // oxfmt-ignore
    const [, first] = within(table).getAllByRole('row')
    for (const text of ['High', 'Too much water', 'At once: Stop watering.', 'A pot with holes.'])
      expect(first).toHaveTextContent(text)
  })

  it('begin with an empty row, which has the focus and needs no question when it is left', async () => {
    const { user, edit, save } = await open()
    await edit()
    expect(entry('Troubleshoot 1').getByRole('textbox', { name: 'Symptom' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('button', { name: 'Add troubleshoots' })).toHaveFocus()
    await edit()
    await user.keyboard('Holes')
    const holes = entry('Holes')
    await user.selectOptions(holes.getByRole('combobox', { name: 'Affected part' }), 'Leaf')
    await user.selectOptions(holes.getByRole('combobox', { name: 'Kind' }), 'Fungal')
    await user.type(holes.getByRole('textbox', { name: 'Cause' }), 'Snails')
    await save()
    await saved()
    expect(await stored()).toMatchObject([{ symptom: 'Holes', cause: 'Snails', version: 1 }])
  })

  it('are added, changed, reordered and removed in one save', async () => {
    await add('One', 0)
    await add('Two', 1)
    await add('Three', 2)
    const { user, calls, edit, save } = await open()
    await edit()
    await user.click(screen.getByRole('button', { name: 'Remove Two' }))
    await user.click(screen.getByRole('button', { name: 'Move Three up' }))
    await user.type(entry('One').getByRole('textbox', { name: 'Cause' }), ' and draught')
    await user.click(screen.getByRole('button', { name: 'Add troubleshoot' }))
    await user.keyboard('Four')
    const four = entry('Four')
    await user.selectOptions(four.getByRole('combobox', { name: 'Affected part' }), 'Root')
    await user.selectOptions(four.getByRole('combobox', { name: 'Kind' }), 'Fungal')
    await user.type(four.getByRole('textbox', { name: 'Cause' }), 'Phytophthora')
    await user.type(four.getByRole('textbox', { name: 'Biological remedy' }), 'Trichoderma')
    await save()
    await saved()
    expect(await stored()).toMatchObject([
      { symptom: 'Three', cause: 'Dry air', version: 2 },
      { symptom: 'One', cause: 'Dry air and draught', version: 2 },
      { symptom: 'Four', cause: 'Phytophthora', version: 1 },
    ])
    expect(calls.filter((call) => call.startsWith('PUT'))).toEqual(['PUT /api/v1/troubleshoots/upsert'])
    expect(await screen.findByRole('rowheader', { name: /Four/ })).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit troubleshoots' })).toHaveFocus())
    expect(await screen.findByText(/3 troubleshoots/)).toBeVisible()
  })

  it('can be edited again after each refetch, during which the button and its focus stay', async () => {
    await add('One', 0)
    const opened = await open()
    const button = await screen.findByRole('button', { name: 'Edit troubleshoots' })
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'))
    button.focus()
    const release = hold(opened)
    act(() => void opened.store.dispatch(api.util.invalidateTags(['Troubleshoot'])))
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
    expect(button).toHaveFocus()
    release()
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'))
  })

  it('report an invalid value on its own input, before anything is sent', async () => {
    await add('One', 0)
    const { user, calls, edit, save } = await open()
    await edit()
    await user.click(screen.getByRole('button', { name: 'Add troubleshoot' }))
    await user.keyboard('one')
    await user.type(entry('one').getByRole('textbox', { name: 'Cause' }), 'dry AIR')
    await save()
    const cause = entry('one').getByRole('textbox', { name: 'Cause' })
    await waitFor(() => expect(cause).toBeInvalid())
    expect(entry('one').getByText('This symptom and cause are listed already')).toBeVisible()
    expect(entry('one').getByRole('combobox', { name: 'Affected part' })).toBeInvalid()
    expect(entry('One').getByRole('textbox', { name: 'Cause' })).toBeValid()
    expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([])
  })

  it('may all be removed', async () => {
    await add('One', 0)
    const { user, edit, save } = await open()
    await edit()
    await user.click(screen.getByRole('button', { name: 'Remove One' }))
    await save()
    await saved()
    expect(await stored()).toEqual([])
    expect(await screen.findByText('No troubleshoots yet.')).toBeVisible()
  })

  it('say at the list why a backend refuses to remove rows', async () => {
    await add('One', 0)
    const { user, edit, save, disturb } = await open()
    await edit()
    await user.click(screen.getByRole('button', { name: 'Remove One' }))
    const problem = { message: 'Invalid', code: 'invalid', fields: { '': 'The body must be a JSON array' } }
    disturb((request) => (request.method === 'PUT' ? Promise.resolve(Response.json(problem, { status: 422 })) : null))
    await save()
    expect(await screen.findByText('The body must be a JSON array')).toBeVisible()
  })

  it('give a new row the symptom and cause of a removed one', async () => {
    await add('One', 0)
    const { user, edit, save } = await open()
    await edit()
    await user.click(screen.getByRole('button', { name: 'Remove One' }))
    await user.click(screen.getByRole('button', { name: 'Add troubleshoot' }))
    await user.keyboard('One')
    const one = entry('One')
    await user.selectOptions(one.getByRole('combobox', { name: 'Affected part' }), 'Root')
    await user.selectOptions(one.getByRole('combobox', { name: 'Kind' }), 'Fungal')
    await user.type(one.getByRole('textbox', { name: 'Cause' }), 'Dry air')
    await save()
    await saved()
    expect(await stored()).toMatchObject([{ symptom: 'One', cause: 'Dry air', version: 1 }])
  })

  it('keep what was typed when the network fails, and save it on the next try', async () => {
    await add('One', 0)
    const { user, edit, save, disturb } = await open()
    await edit()
    await user.type(entry('One').getByRole('textbox', { name: 'Cause' }), '!')
    disturb((request) => (request.method === 'PUT' ? Promise.reject(new TypeError('Failed to fetch')) : null))
    await save()
    expect(await screen.findByText('It is not known whether this was saved')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('please try again after some time. Saving again is safe.')
    expect(entry('One').getByRole('textbox', { name: 'Cause' })).toHaveValue('Dry air!')
    disturb(() => null)
    await save()
    await saved()
    expect(await stored()).toMatchObject([{ symptom: 'One', cause: 'Dry air!', version: 2 }])
  })

  it('ask before unsaved changes are lost, and offer them on return', async () => {
    await add('One', 0)
    const { user, edit } = await open()
    await edit()
    await user.type(entry('One').getByRole('textbox', { name: 'Cause' }), '!')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: /Leave|Discard/ }))
    expect(await screen.findByRole('button', { name: 'Edit troubleshoots' })).toHaveFocus()
    await edit()
    await user.click(await screen.findByRole('button', { name: 'Restore them' }))
    expect(await screen.findByDisplayValue('Dry air!')).toBeVisible()
  })

  it('keep what is typed during a save, and save it as a change of the saved rows', async () => {
    await add('One', 0)
    const opened = await open()
    const { user, edit, save } = opened
    const prevention = (name: string) => entry(name).getByRole('textbox', { name: 'Prevention' })
    await edit()
    await user.type(entry('One').getByRole('textbox', { name: 'Cause' }), '!')
    await user.click(screen.getByRole('button', { name: 'Add troubleshoot' }))
    await user.keyboard('Two')
    await user.selectOptions(entry('Two').getByRole('combobox', { name: 'Affected part' }), 'Root')
    await user.selectOptions(entry('Two').getByRole('combobox', { name: 'Kind' }), 'Fungal')
    await user.type(entry('Two').getByRole('textbox', { name: 'Cause' }), 'Phytophthora')
    const release = hold(opened)
    await save()
    for (const name of ['One', 'Two']) await user.type(prevention(name), 'Air')
    release()
    expect(await screen.findByText('What you typed during the save is kept: edit the troubleshoots to restore it')).toBeVisible()
    expect(await stored()).toMatchObject([
      { version: 2, prevention: null },
      { version: 1, prevention: null },
    ])
    const button = await screen.findByRole('button', { name: 'Edit troubleshoots' })
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'))
    await user.click(button)
    await user.click(await screen.findByRole('button', { name: 'Restore them' }))
    await waitFor(() => expect(prevention('Two')).toHaveValue('Air'))
    await save()
    const both = [
      { symptom: 'One', cause: 'Dry air!', version: 3, prevention: 'Air' },
      { symptom: 'Two', cause: 'Phytophthora', version: 2, prevention: 'Air' },
    ]
    await waitFor(async () => expect(await stored()).toMatchObject(both))
  })

  it('say on the plant’s page, also after a reload, that unsaved changes wait in the form', async () => {
    await add('One', 0)
    const tabStorage = createTabStorage()
    const notice = 'You left unsaved changes here'
    const { user, edit } = await open({ tabStorage })
    await edit()
    await user.type(entry('One').getByRole('textbox', { name: 'Cause' }), '!')
    cleanup()
    const reloaded = await open({ tabStorage })
    expect(await screen.findByText(notice)).toBeVisible()
    expect(screen.getByText(/kept in this tab only/)).toBeVisible()
    await reloaded.edit()
    await reloaded.user.click(await screen.findByRole('button', { name: 'Discard them' }))
    await reloaded.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByRole('button', { name: 'Edit troubleshoots' })
    expect(screen.queryByText(notice)).toBeNull()
  })

  it('are not offered for editing on the page of a plant that has been deleted', async () => {
    const tabStorage = createTabStorage()
    const { user, edit } = await open({ tabStorage })
    await edit()
    await user.type(entry('Troubleshoot 1').getByRole('textbox', { name: 'Cause' }), 'Snails')
    cleanup()
    const { store } = await open({ tabStorage })
    await screen.findByText('You left unsaved changes here')
    await server.db.query(sql`delete from plants`)
    act(() => void store.dispatch(api.util.invalidateTags(['Plant'])))
    await screen.findByText('This plant has been deleted')
    expect(screen.queryByText('You left unsaved changes here')).toBeNull()
  })
})
