import { screen, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../support/screens/console'
import { fact, rowOf } from '../support/screens/shown'
import { emptiedServer, fleetAt } from '../support/server/hooks'

const server = emptiedServer()
const fleet = fleetAt(server)

/** Creates a gateway that reports this version, which no released firmware has. */
async function reporting(version: string): Promise<string> {
  const { id } = await fleet.addGateway({ name: 'Attic' })
  await server.db.query(sql`update gateways set reported_version = ${version} where id = ${id}`)
  return id
}

describe('a reported version without a firmware', () => {
  it('is shown in the gateway’s row and on its page, which links to the form of this firmware', async () => {
    const id = await reporting('2.4.1')
    const { user, address } = await openConsole(server, fleet.token, '/pages/gateways')
    const row = await rowOf('Attic')
    expect(row.getByText('Unknown')).toBeVisible()
    expect(row.getByText('2.4.1')).toBeVisible()
    await user.click(row.getByRole('link', { name: 'Attic' }))
    await screen.findByRole('link', { name: 'Register it' })
    expect(fact('Reported firmware')).toHaveTextContent(/^2\.4\.1, not registered Register it$/)
    await user.click(screen.getByRole('link', { name: 'Register it' }))
    expect(await screen.findByRole('textbox', { name: 'Version' })).toHaveValue('2.4.1')
    const hardwares = within(await screen.findByRole('list', { name: 'Hardwares chosen' }))
    expect(await hardwares.findByText('Frond Base A')).toBeVisible()
    expect(address()).toBe(
      `/pages/gateway-firmwares/new?semver=2.4.1&hardwareIds=${(await fleet.get(`/api/v1/gateways/${id}`)).hardwareId}`,
    )
  })

  it('links to its draft when there is one', async () => {
    const id = await reporting('2.4.1')
    await fleet.addFirmware({ semver: '2.4.10', status: 'draft' })
    const draft = await fleet.addFirmware({ semver: '2.4.1', status: 'draft' })
    await openConsole(server, fleet.token, `/pages/gateways/${id}`)
    expect(await screen.findByRole('link', { name: 'Root 2.4.1' })).toHaveAttribute('href', `/pages/gateway-firmwares/${draft}`)
    expect(fact('Reported firmware')).toHaveTextContent(/^2\.4\.1, not released: Root 2\.4\.1$/)
  })
})

describe('the firmware that a gateway reports', () => {
  it('leads to its page', async () => {
    const { id } = await fleet.addGateway()
    const firmware = await fleet.addFirmware({ semver: '3.9.0' })
    await server.db.query(sql`update gateways set firmware_id = ${firmware} where id = ${id}`)
    await openConsole(server, fleet.token, `/pages/gateways/${id}`)
    expect(await screen.findByRole('link', { name: 'Root 3.9.0' })).toHaveAttribute(
      'href',
      `/pages/gateway-firmwares/${firmware}`,
    )
  })
})
