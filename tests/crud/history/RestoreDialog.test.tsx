import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { measured } from '../../support/rows/measured'
import { insertHumidityGroup, insertPlant, insertSensor } from '../../support/rows/rows'
import { openConsole } from '../../support/screens/console'
import { hold } from '../../support/screens/network'
import { emptiedServer, fleetAt } from '../../support/server/hooks'

const server = emptiedServer()
const fleet = fleetAt(server)

/** Opens the question whether a group in use gets its second version again, of four. */
async function openQuestion(disturb: (request: Request) => Response | null = () => null) {
  const id = await insertHumidityGroup(server.db, { name: 'Moist' })
  const plantId = await insertPlant(server.db, { scientific_name: 'Hoya carnosa', humidity_group_id: id })
  await measured(server, await insertSensor(server.db, { name: 'Shelf', plant_id: plantId }), 'soil_moisture', [0, 18])
  const path = `/api/v1/humidity_groups/${id}`
  for (const draft of [{ soilMoistureMin: 20 }, { soilMoistureMin: 10, name: 'Wet' }, { soilMoistureMin: 12 }])
    await fleet.put(path, draft)
  const console = await openConsole(server, fleet.token, `/pages/humidity-groups/${id}`)
  console.disturb(disturb)
  const history = within(await screen.findByRole('region', { name: 'Change history' }))
  const restore = await history.findAllByRole('button', { name: /^Restore this version\s*of/ })
  await console.user.click(restore.at(-1) ?? document.body)
  const question = within(await screen.findByRole('alertdialog', { name: 'Restore this version of Wet?' }))
  return { ...console, question, path, stored: () => fleet.get(path) }
}

describe('restoring a version of a row that other rows use', () => {
  it('first shows its plants and how many sensors change status', async () => {
    const { user, question, stored } = await openQuestion()
    expect(await question.findByText('1 plant changes with it: Hoya carnosa.')).toBeVisible()
    expect(question.getByText('1 of 1 sensor will change status, based on its latest readings.')).toBeVisible()
    expect(question.getByText('Shelf: soil moisture from OK to Low.')).toBeVisible()
    expect(await stored()).toMatchObject({ name: 'Wet', soilMoistureMin: 12 })
    await user.click(question.getByRole('button', { name: 'Restore' }))
    expect(await screen.findByText('Moist restored to that version')).toBeVisible()
    expect(await stored()).toMatchObject({ name: 'Moist', soilMoistureMin: 20 })
  })

  it('can be confirmed again after it was refused because someone else changed the row', async () => {
    const { user, question, path, stored } = await openQuestion()
    expect(await question.findByText('1 plant changes with it: Hoya carnosa.')).toBeVisible()
    await fleet.put(path, { name: 'Soaked' })
    await user.click(question.getByRole('button', { name: 'Restore' }))
    expect(await question.findByText(/^Someone else changed this humidity group/)).toBeVisible()
    const again = within(await screen.findByRole('alertdialog', { name: 'Restore this version of Soaked?' }))
    await user.click(again.getByRole('button', { name: 'Restore' }))
    expect(await screen.findByText('Moist restored to that version')).toBeVisible()
    expect(await stored()).toMatchObject({ name: 'Moist', soilMoistureMin: 20 })
  })

  it('waits for what it shows, also after a failure', async () => {
    const { user, question, disturb } = await openQuestion((request) =>
      request.url.endsWith('/preview') ? new Response('<html>', { status: 502 }) : null,
    )
    expect(await question.findByText('The preview could not be loaded')).toBeVisible()
    expect(question.getByRole('button', { name: 'Restore' })).toBeDisabled()
    const arrive = hold({ disturb })
    const retry = question.getByRole('button', { name: 'Retry' })
    await user.click(retry)
    await waitFor(() => expect(retry).toHaveAttribute('aria-busy', 'true'))
    expect(retry).toHaveFocus()
    arrive()
    expect(await question.findByText('1 plant changes with it: Hoya carnosa.')).toBeVisible()
    expect(question.getByRole('button', { name: 'Restore' })).toBeEnabled()
  })
})

describe('restoring a version of a gateway', () => {
  it('says that its assigned firmware stays', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    await fleet.put(`/api/v1/gateways/${id}`, { name: 'Roof' })
    const { user } = await openConsole(server, fleet.token, `/pages/gateways/${id}`)
    const history = within(await screen.findByRole('region', { name: 'Change history' }))
    await user.click(await history.findByRole('button', { name: /^Restore this version/ }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Restore this version of Roof?' }))
    expect(question.getByText(/Not changed: assigned firmware\./)).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Restore' }))
    expect(await screen.findByText('Attic restored to that version')).toBeVisible()
  })
})
