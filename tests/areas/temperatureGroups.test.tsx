import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../support/screens/console'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { insertTemperatureGroup } from '../support/rows/rows'

const server = emptiedServer()
const fleet = fleetAt(server)

const open = (path: string) => openConsole(server, fleet.token, `/pages/temperature-groups${path}`)

describe('the temperature groups', () => {
  it('show the tolerated and the ideal range, also below zero', async () => {
    await insertTemperatureGroup(server.db, { name: 'Alpine', min_c: -20, max_c: 25, ideal_min_c: 8, ideal_max_c: 18 })
    await insertTemperatureGroup(server.db, { name: 'Arid', min_c: 8, max_c: 35 })
    await open('')
    const alpine = (await screen.findByRole('rowheader', { name: 'Alpine' })).closest('tr')
    expect(alpine).toHaveTextContent('−20 to 25 °C')
    expect(alpine).toHaveTextContent('ideal 8–18 °C')
    expect(screen.getByRole('rowheader', { name: 'Arid' }).closest('tr')).not.toHaveTextContent('ideal')
  })

  it('sort by the lowest temperature', async () => {
    await insertTemperatureGroup(server.db, { name: 'Arid', min_c: 8 })
    await insertTemperatureGroup(server.db, { name: 'Cool', min_c: 5 })
    const { user, address } = await open('')
    await user.click(within(await screen.findByRole('columnheader', { name: 'Temperature' })).getByRole('button'))
    await waitFor(() => expect(address()).toBe('/pages/temperature-groups?sort=minC'))
    await waitFor(() => expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Cool', 'Arid']))
  })

  it('refuse an ideal outside the range, on its field', async () => {
    const id = await insertTemperatureGroup(server.db, { name: 'Indoor', min_c: 8, max_c: 32, ideal_min_c: 18, ideal_max_c: 26 })
    const { user, calls } = await open(`/${id}/edit`)
    const to = await screen.findByRole('textbox', { name: 'Ideal to' })
    await user.clear(to)
    await user.type(to, '33')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('The ideal temperature must end within the temperature range')).toBeVisible()
    expect(to).toHaveAttribute('aria-invalid', 'true')
    expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([])
  })
})
