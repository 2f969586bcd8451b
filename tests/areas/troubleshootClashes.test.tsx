import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { UPSERT_PATH } from '../../src/contract/troubleshootCalls'
import { loseAnswers } from '../support/screens/network'
import { troubleshootsAt } from '../support/screens/troubleshootPages'
import { emptiedServer, fleetAt } from '../support/server/hooks'

const server = emptiedServer()
const fleet = fleetAt(server)
const { add, stored, open, entry, saved } = troubleshootsAt(server, fleet)

describe('troubleshoots that someone else changed meanwhile', () => {
  it('keep every row when a save is refused, and remove the row with the next save', async () => {
    const id = await add('One', 0)
    await add('Two', 1)
    const { user, calls, edit, save } = await open()
    await edit()
    await user.click(screen.getByRole('button', { name: 'Remove Two' }))
    await user.type(entry('One').getByRole('textbox', { name: 'Cause' }), '!')
    await fleet.put(`/api/v1/troubleshoots/${id}`, { cause: 'Theirs' })
    await save()
    const dialog = await screen.findByRole('dialog', { name: '“One” was changed by someone else' })
    expect(await stored()).toMatchObject([
      { symptom: 'One', cause: 'Theirs', version: 2 },
      { symptom: 'Two', cause: 'Dry air', version: 1 },
    ])
    await user.click(within(dialog).getByRole('button', { name: 'Take theirs' }))
    await save()
    await saved()
    expect(await stored()).toMatchObject([{ symptom: 'One', cause: 'Theirs', version: 2 }])
    expect(calls.filter((call) => !call.startsWith('GET'))).toEqual(Array(2).fill('PUT /api/v1/troubleshoots/upsert'))
  })

  /** Saves a row whose cause the user changed, and another administrator cause and prevention. */
  async function clash() {
    const id = await add('One', 0)
    const { user, edit, save } = await open()
    await edit()
    await user.type(entry('One').getByRole('textbox', { name: 'Cause' }), ' and mine')
    await fleet.put(`/api/v1/troubleshoots/${id}`, { cause: 'Theirs', remedy: { chemical: 'Soap' } })
    await save()
    const dialog = within(await screen.findByRole('dialog', { name: '“One” was changed by someone else' }))
    expect(dialog.getAllByRole('row').slice(1).map((row) => row.textContent)).toEqual(['CauseDry air and mineTheirs', 'Chemical remedy—Soap']) // oxfmt-ignore
    expect((await stored())[0]).toMatchObject({ cause: 'Theirs' })
    return { save, choose: (choice: string) => user.click(dialog.getByRole('button', { name: choice })) }
  }

  it('adopt another user’s change when the user chooses that', async () => {
    const { save, choose } = await clash()
    await choose('Take theirs')
    expect(await screen.findByDisplayValue('Theirs')).toBeVisible()
    await save()
    await saved()
    expect(await stored()).toEqual([expect.objectContaining({ cause: 'Theirs', chemical: 'Soap' })])
  })

  it('overwrite another user’s change when the user chooses that', async () => {
    const { choose } = await clash()
    await choose('Keep mine')
    await saved()
    expect(await stored()).toEqual([expect.objectContaining({ cause: 'Dry air and mine', chemical: null })])
  })

  it('keep another user’s change of a field that the user left, beside the user’s own', async () => {
    const { choose } = await clash()
    await choose('Save this choice')
    await saved()
    expect(await stored()).toEqual([expect.objectContaining({ cause: 'Dry air and mine', chemical: 'Soap' })])
  })

  it('ask again when another row was changed by someone else, too', async () => {
    const ids = [await add('One', 0), await add('Two', 1)]
    const { user, edit, save } = await open()
    await edit()
    await user.type(entry('One').getByRole('textbox', { name: 'Prevention' }), 'Mine')
    for (const id of ids) await fleet.put(`/api/v1/troubleshoots/${id}`, { cause: 'Theirs' })
    await save()
    for (const name of ['One', 'Two']) {
      const dialog = await screen.findByRole('dialog', { name: `“${name}” was changed by someone else` })
      await user.click(within(dialog).getByRole('button', { name: 'Save this choice' }))
    }
    await saved()
    expect(await stored()).toMatchObject([{ cause: 'Theirs', prevention: 'Mine' }, { cause: 'Theirs' }])
  })

  it('say what another user changed in a row that the user removed', async () => {
    const id = await add('One', 0)
    const { user, edit, save } = await open()
    await edit()
    await user.click(screen.getByRole('button', { name: 'Remove One' }))
    await fleet.put(`/api/v1/troubleshoots/${id}`, { cause: 'Theirs', remedy: { chemical: 'Soap' } })
    await save()
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText('Someone else changed “One”, which you removed')).toBeVisible()
    expect(alert.getByRole('list')).toHaveTextContent('Cause from Dry air → to TheirsChemical remedy from — → to Soap')
    expect(await stored()).toHaveLength(1)
    await user.click(alert.getByRole('button', { name: 'Remove it anyway' }))
    await saved()
    expect(await stored()).toEqual([])
  })

  it('keep what is typed before another user’s version of a removed row is taken', async () => {
    const id = await add('One', 0)
    await add('Two', 1)
    const { user, edit, save } = await open()
    await edit()
    await user.click(screen.getByRole('button', { name: 'Remove One' }))
    await fleet.put(`/api/v1/troubleshoots/${id}`, { cause: 'Theirs' })
    await save()
    const theirs = await screen.findByRole('button', { name: 'Take theirs' })
    await user.type(entry('Two').getByRole('textbox', { name: 'Cause' }), '!')
    await user.click(theirs)
    expect(await screen.findByDisplayValue('Theirs')).toBeVisible()
    expect(entry('Two').getByRole('textbox', { name: 'Cause' })).toHaveValue('Dry air!')
  })

  it('are saved again after a lost answer, and after another user changed the order alone', async () => {
    const one = await add('One', 0)
    const two = await add('Two', 1)
    const { user, edit, save, disturb } = await open()
    await edit()
    await user.type(entry('One').getByRole('textbox', { name: 'Cause' }), '!')
    const answer = loseAnswers({ disturb }, server, UPSERT_PATH)
    await save()
    expect(await screen.findByText('It is not known whether this was saved')).toBeVisible()
    answer()
    for (const id of [one, two]) await fleet.put(`/api/v1/troubleshoots/${id}`, { sortOrder: id === one ? 1 : 0 })
    await save()
    await saved()
    expect(await stored()).toMatchObject([{ symptom: 'One', cause: 'Dry air!' }, { symptom: 'Two' }])
  })

  it('restore a row that another user deleted when the user wants it, with what was typed meanwhile', async () => {
    const id = await add('One', 0)
    const { user, edit, save } = await open()
    await edit()
    await user.type(entry('One').getByRole('textbox', { name: 'Cause' }), '!')
    await fleet.remove(`/api/v1/troubleshoots/${id}`)
    await save()
    const keep = await screen.findByRole('button', { name: 'Keep it as a new row' })
    await user.type(entry('One').getByRole('textbox', { name: 'Cause' }), '!')
    await user.click(keep)
    await save()
    await saved()
    expect(await stored()).toMatchObject([{ symptom: 'One', cause: 'Dry air!!', version: 1 }])
  })
})
