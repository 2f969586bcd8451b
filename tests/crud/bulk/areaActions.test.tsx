import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { insertPlantRequest } from '../../support/rows/rows'
import { openConsole } from '../../support/screens/console'
import { emptiedServer, fleetAt } from '../../support/server/hooks'

const server = emptiedServer()
const fleet = fleetAt(server)

/** Opens a list and selects all rows of its page. */
const selectPage = async (path: string) => {
  const opened = await openConsole(server, fleet.token, path)
  await opened.user.click(await screen.findByRole('checkbox', { name: /^Select all/ }))
  const press = async (name: string) =>
    opened.user.click(await within(screen.getByRole('region', { name: 'Selection' })).findByRole('button', { name }))
  return { ...opened, press }
}
const question = (name: string) => screen.findByRole('alertdialog', { name })

describe('an area’s own action on selected rows', () => {
  it('is confirmed with the first five names, and the filter in which they were picked', async () => {
    for (const nth of [1, 2, 3, 4, 5, 6, 7]) await fleet.addSensor({ name: `Fern ${nth}` })
    await fleet.addSensor({ name: 'Moss' })
    const { press } = await selectPage('/pages/sensors?q=fern&sort=name')
    await press('Move')
    const dialog = await question('Move 7 sensors?')
    expect(dialog).toHaveTextContent('Fern 1, Fern 2, Fern 3, Fern 4, Fern 5 and 2 more.')
    expect(dialog).toHaveTextContent('Selected from the list filtered by “fern”.')
    expect(dialog).toHaveTextContent('Their readings are expected through this gateway from now on.')
  })

  it('is confirmed with the names alone when they were picked in the whole list', async () => {
    for (const name of ['Fern', 'Moss']) await fleet.addSensor({ name })
    const { press } = await selectPage('/pages/sensors?sort=name')
    await press('Move')
    const dialog = await question('Move 2 sensors?')
    expect(dialog).toHaveTextContent('Fern and Moss.')
    expect(dialog).not.toHaveTextContent('filtered')
  })

  it('is confirmed with the filter that all rows match, for an action that cannot be undone', async () => {
    for (const requested_name of ['Silver fern', 'Tree fern', 'Tree lily'])
      await insertPlantRequest(server.db, { requested_name, status: 'approved' })
    const { press, user } = await selectPage('/pages/plant-requests?status=approved&q=fern&pageSize=1&sort=requestedName')
    await user.click(await screen.findByRole('button', { name: 'Select all 2 plant requests that match' }))
    await press('Publish')
    const dialog = await question('Publish 2 plant requests?')
    expect(dialog).toHaveTextContent('Silver fern and 1 more.')
    expect(dialog).toHaveTextContent('These are all rows of the list filtered by “fern”, Status: Approved.')
  })

  it('is confirmed as one on all rows there are', async () => {
    for (const name of ['Fern', 'Moss']) await fleet.addSensor({ name })
    const { press, user } = await selectPage('/pages/sensors?pageSize=1&sort=name')
    await user.click(await screen.findByRole('button', { name: 'Select all 2 sensors' }))
    await press('Move')
    expect(await question('Move 2 sensors?')).toHaveTextContent('These are all sensors.')
  })
})
