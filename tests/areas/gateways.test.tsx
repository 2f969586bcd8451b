import { screen, waitFor } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../support/screens/console'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { fact, rowOf } from '../support/screens/shown'

const server = emptiedServer()
const fleet = fleetAt(server)

describe('the gateways list', () => {
  it('shows each state by a word, from the gateway’s last report', async () => {
    await fleet.addGateway({ name: 'Heard', seenS: 5 })
    await fleet.addGateway({ name: 'Silent', seenS: 3 * 86_400 })
    await fleet.addGateway({ name: 'Fresh' })
    await openConsole(server, fleet.token, '/pages/gateways')
    expect((await rowOf('Heard')).getByText('Online')).toBeVisible()
    expect((await rowOf('Silent')).getByText('Offline')).toBeVisible()
    expect((await rowOf('Silent')).getByText('3 days ago').tagName).toBe('TIME')
    expect((await rowOf('Fresh')).getByText('Never seen')).toBeVisible()
    expect((await rowOf('Fresh')).getByText('Never')).toBeVisible()
  })

  it('says that an update is under way or failed on gateways that have reported no firmware', async () => {
    const targetFirmwareId = await fleet.addFirmware({ semver: '3.9.0' })
    await fleet.addGateway({ name: 'Fresh', targetFirmwareId })
    const { id } = await fleet.addGateway({ name: 'Broken', targetFirmwareId, seenS: 5 })
    await server.db.query(sql`update gateways set told_step = 'failed', told_at = target_firmware_at where id = ${id}`)
    await fleet.addGateway({ name: 'Bare' })
    await openConsole(server, fleet.token, '/pages/gateways')
    const firmware = async (name: string) => (await rowOf(name)).getByText('Unknown').closest('td')?.textContent
    expect(await firmware('Fresh')).toBe('UnknownUpdate pending')
    expect(await firmware('Broken')).toBe('UnknownUpdate failed')
    expect(await firmware('Bare')).toBe('Unknown')
  })

  it('leads from the number of sensors to those sensors', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    await fleet.addSensor({ name: 'Inside', gatewayId: id })
    await fleet.addSensor({ name: 'Elsewhere' })
    const { user, address } = await openConsole(server, fleet.token, '/pages/gateways')
    await user.click((await rowOf('Attic')).getByRole('link', { name: '1' }))
    expect(await screen.findByRole('rowheader', { name: 'Inside' })).toBeVisible()
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1))
    expect(address()).toBe(`/pages/sensors?gatewayId=${id}`)
  })

  it('shows the gateways with a tag, named as it is, until the tag is removed', async () => {
    await fleet.addGateway({ name: 'Attic', tags: ['roof', 'north_side'] })
    await fleet.addGateway({ name: 'Cellar', tags: ['north'] })
    const { user, address } = await openConsole(server, fleet.token, '/pages/gateways?tags=north_side')
    await rowOf('Attic')
    expect(screen.getAllByRole('rowheader')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'More filters (1)' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Remove filter Tag: north_side' }))
    await rowOf('Cellar')
    expect(address()).toBe('/pages/gateways')
  })

  it('requests its rows once, whatever columns they show', async () => {
    for (const name of ['A1', 'A2', 'A3']) await fleet.addGateway({ name })
    const { calls } = await openConsole(server, fleet.token, '/pages/gateways')
    await screen.findByRole('rowheader', { name: 'A3' })
    expect(calls).toEqual(['GET /api/v1/gateways'])
  })
})

describe('a gateway’s page', () => {
  it('shows state, identity, position with units, tags and the way to its sensors', async () => {
    const gateway = await fleet.addGateway({
      name: 'Attic',
      eui: '70B3D57ED0001A2F',
      seenS: 20,
      latitude: -33.5,
      longitude: 13.25,
      altitudeM: -2,
      tags: ['roof', 'north'],
    })
    await openConsole(server, fleet.token, `/pages/gateways/${gateway.id}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Attic' })).toBeVisible()
    expect(screen.getByText('Online')).toBeVisible()
    expect(fact('Latitude')).toHaveTextContent('−33.5°')
    expect(fact('Altitude')).toHaveTextContent('−2 m')
    expect(fact('Tags')).toHaveTextContent('roofnorth')
    expect(screen.getByRole('link', { name: 'roof' })).toHaveAttribute('href', '/pages/gateways?tags=roof')
    expect(screen.getByText('Not set: Description')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Copy EUI' })).toBeVisible()
    expect(screen.getByRole('link', { name: '0 sensors' })).toHaveAttribute('href', `/pages/sensors?gatewayId=${gateway.id}`)
    expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `/pages/gateways/${gateway.id}/edit`)
    expect(screen.getByRole('link', { name: 'Clone' })).toHaveAttribute('href', `/pages/gateways/new?from=${gateway.id}`)
  })

  it('shows its number of sensors once', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    await fleet.addSensor({ name: 'Inside', gatewayId: id })
    await openConsole(server, fleet.token, `/pages/gateways/${id}`)
    expect(await screen.findByRole('link', { name: 'Inside' })).toBeVisible()
    expect(screen.getAllByText('1 sensor')).toHaveLength(1)
    expect(screen.queryByText('Sensors', { selector: 'dt' })).toBeNull()
  })

  it('judges the reported firmware in words', async () => {
    const old = await fleet.addFirmware({ semver: '3.9.0' })
    await fleet.addFirmware({ semver: '3.11.0' })
    const { id } = await fleet.addGateway({ name: 'Attic' })
    await server.db.query(sql`update gateways set firmware_id = ${old} where id = ${id}`)
    await openConsole(server, fleet.token, `/pages/gateways/${id}`)
    expect(await screen.findByText('Update available')).toBeVisible()
    expect(fact('Reported firmware')).toHaveTextContent('Root 3.9.0')
  })

  it('reports an unknown id, with a way back', async () => {
    await openConsole(server, fleet.token, '/pages/gateways/01890000-0000-7000-8000-000000000000')
    expect(await screen.findByRole('heading', { level: 1, name: 'No such gateway' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'All gateways' })).toHaveAttribute('href', '/pages/gateways?view=all')
  })
})

describe('a gateway’s form', () => {
  it('shows the server’s sentence on the firmware when it does not fit the hardware', async () => {
    const firmware = await fleet.addFirmware({ semver: '2.0.0' })
    const other = await fleet.addHardware({ model: 'Trellis' })
    const { id } = await fleet.addGateway({ name: 'Attic', hardwareId: other })
    const { user } = await openConsole(server, fleet.token, `/pages/gateways/${id}/edit`)
    await user.click(await screen.findByRole('combobox', { name: 'Assigned firmware' }))
    await user.click(await screen.findByRole('option', { name: /Root 2\.0\.0/ }))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Root 2.0.0 is not made for this hardware')).toBeVisible()
    expect(await fleet.get(`/api/v1/gateways/${id}`)).toMatchObject({ targetFirmwareId: null })
    expect(firmware).toBeTruthy()
  })

  it('keeps hardware at its end of life when the gateway has it already', async () => {
    const { id, hardwareId } = await fleet.addGateway({ name: 'Attic' })
    await server.db.query(sql`update gateway_hardwares set status = 'eol' where id = ${hardwareId}`)
    const { user } = await openConsole(server, fleet.token, `/pages/gateways/${id}/edit`)
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Hardware' })).toHaveValue('Frond Base A'))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ' two')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(screen.getByText('Gateway Attic two saved')).toBeVisible())
  })

  it('refuses a position at 0, 0 before it is sent', async () => {
    const { id } = await fleet.addGateway()
    const { user, calls } = await openConsole(server, fleet.token, `/pages/gateways/${id}/edit`)
    await user.type(await screen.findByRole('textbox', { name: 'Latitude' }), '0')
    await user.type(screen.getByRole('textbox', { name: 'Longitude' }), '0')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(
      await screen.findByText('Latitude and longitude are both 0: leave them empty if the position is unknown'),
    ).toBeVisible()
    expect(calls.filter((call) => call.startsWith('PUT'))).toEqual([])
  })
})
