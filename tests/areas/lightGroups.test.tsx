import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../support/screens/console'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { insertLightGroup } from '../support/rows/rows'

const server = emptiedServer()
const fleet = fleetAt(server)

const open = (path: string) => openConsole(server, fleet.token, `/pages/light-groups${path}`)

describe('the light groups', () => {
  it('show exposure, daily light and illuminance with their units', async () => {
    await insertLightGroup(server.db, {
      name: 'Shade',
      exposure: 'part_shade',
      dli_min: 0.5,
      dli_max: 2,
      lux_min: 600,
      lux_max: 2500,
    })
    await open('')
    const row = (await screen.findByRole('rowheader', { name: 'Shade' })).closest('tr')
    expect(row).toHaveTextContent('Part shade')
    expect(row).toHaveTextContent('0.5–2 mol/m²/d')
    expect(row).toHaveTextContent('600–2,500 lux')
  })

  it('are found by their exposure', async () => {
    await insertLightGroup(server.db, { name: 'Shade', exposure: 'shade' })
    await insertLightGroup(server.db, { name: 'Sun', exposure: 'full_sun' })
    const { user, address } = await open('')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Exposure' }), 'Full sun')
    expect(await screen.findByText(/1–1/)).toBeVisible()
    expect(screen.getByRole('rowheader', { name: 'Sun' })).toBeVisible()
    expect(address()).toBe('/pages/light-groups?exposure=full_sun')
  })

  it.each([
    ['Lowest daily light', '30', 'More than most greenhouses get without lamps.'],
    ['Highest daily light', '1', 'Few plants live on so little light.'],
    ['Lowest illuminance', '60000', 'Only direct sun is this bright.'],
    ['Highest illuminance', '150000', 'Brighter than the sun at noon.'],
  ])('warn of an unusual value: %s of %s', async (label, value, warning) => {
    const { user } = await open('/new')
    await user.type(await screen.findByRole('textbox', { name: label }), value)
    expect(await screen.findByText(warning)).toBeVisible()
  })

  it('export both ends of a range', async () => {
    await insertLightGroup(server.db, { name: 'Shade', exposure: 'shade' })
    const { user, downloads } = await open('')
    await screen.findByRole('rowheader', { name: 'Shade' })
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(downloads).toHaveLength(1))
    const text = await downloads[0]?.text
    expect(text?.split('\r\n')[0]).toBe('name,exposure,dliMin,dliMax,luxMin,luxMax,plantsCount,sensorsCount')
  })
})
