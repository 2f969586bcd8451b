import { screen, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../support/screens/console'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { gatewayWith } from '../support/rows/readings'

const server = emptiedServer()
const fleet = fleetAt(server)

const reading = (sensorEui: string) => ({
  sensorEui,
  metric: 'soil_moisture',
  value: 40,
  measuredAt: new Date().toISOString(),
})
const madeKey = async () => {
  const dialog = within(await screen.findByRole('dialog', { name: 'Key of Attic' }))
  return dialog.getByText(/^fgk_/).textContent
}

describe('a gateway’s key', () => {
  it('is shown once on creation, works, and becomes invalid when a new one is created', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const { eui } = await fleet.addSensor({ gatewayId: id })
    const { user } = await openConsole(server, fleet.token, `/pages/gateways/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Create a key' }))
    const first = gatewayWith(server, id, await madeKey())
    expect((await first.post({ datapoints: [reading(eui)] })).status).toBe(200)
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(screen.queryByText(/^fgk_/)).toBeNull()

    await user.click(await screen.findByRole('button', { name: 'New key' }))
    const question = within(screen.getByRole('alertdialog', { name: 'New key for Attic?' }))
    expect(question.getByText(/stops working at once/)).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Create a new key' }))
    const second = gatewayWith(server, id, await madeKey())
    expect((await first.post({ datapoints: [] })).status).toBe(401)
    expect((await second.post({ datapoints: [] })).status).toBe(200)
  })

  it('is not lost by a stray Escape', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const { user } = await openConsole(server, fleet.token, `/pages/gateways/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Create a key' }))
    const key = await madeKey()
    await user.keyboard('{Escape}')
    const question = within(await screen.findByRole('alertdialog', { name: 'Did you keep a copy?' }))
    await user.click(question.getByRole('button', { name: 'Go back' }))
    expect(await madeKey()).toBe(key)
  })

  const refuse = () => Response.json({ message: 'Out for lunch', code: 'conflict', requestId: 'r' }, { status: 409 })

  it('says why the first one was not created, until it is', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const { user, disturb } = await openConsole(server, fleet.token, `/pages/gateways/${id}`)
    const create = await screen.findByRole('button', { name: 'Create a key' })
    disturb(({ method }) => (method === 'POST' ? refuse() : null))
    await user.click(create)
    expect(await screen.findByRole('alert')).toHaveTextContent(/The key was not created.*Out for lunch/)
    disturb(() => null)
    await user.click(create)
    expect(await madeKey()).toMatch(/^fgk_/)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('asks for a new one without the previous failure', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const { user, disturb } = await openConsole(server, fleet.token, `/pages/gateways/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Create a key' }))
    await user.click(await screen.findByRole('button', { name: 'Done' }))
    const ask = async () => {
      await user.click(await screen.findByRole('button', { name: 'New key' }))
      return within(screen.getByRole('alertdialog', { name: 'New key for Attic?' }))
    }
    const first = await ask()
    disturb(({ method }) => (method === 'POST' ? refuse() : null))
    await user.click(first.getByRole('button', { name: 'Create a new key' }))
    expect(await first.findByRole('alert')).toHaveTextContent('Out for lunch')
    await user.click(first.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole('alert')).toHaveTextContent('The key was not created')
    const second = await ask()
    expect(second.queryByRole('alert')).toBeNull()
    disturb(() => null)
    await user.click(second.getByRole('button', { name: 'Create a new key' }))
    expect(await madeKey()).toMatch(/^fgk_/)
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe('a gateway’s check-ins', () => {
  it('show stored, refused and unknown readings with reasons, and link an unknown sensor to its form', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    await server.db.query(sql`
      insert into gateway_check_ins (gateway_id, stored, duplicates, refusals, unknown)
      values (${id}, 41, 2, ${{ unknown_sensor: 1, ahead: 12, other_gateway: 3 }}, 1)`)
    await server.db.query(sql`insert into unknown_sensors (gateway_id, eui) values (${id}, 'A84041FFFF00012C')`)
    const { user, address } = await openConsole(server, fleet.token, `/pages/gateways/${id}`)
    const checkIns = within(await screen.findByRole('table', { name: 'Check-ins' }))
    expect(checkIns.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      '41',
      '2',
      '1612 dated in the future, 3 of other gateways’ sensors, 1 of unregistered sensors',
      '1',
      '—',
    ])
    await user.click(screen.getByRole('link', { name: /^Register\s*A84041FFFF00012C$/ }))
    expect(address()).toBe(`/pages/sensors/new?eui=A84041FFFF00012C&gatewayId=${id}`)
    expect(await screen.findByDisplayValue('A84041FFFF00012C')).toBeVisible()
    expect(await screen.findByDisplayValue('Attic')).toBeVisible()
  })

  it('show reports of sensors that were refused, apart from the readings', async () => {
    const { id } = await fleet.addGateway()
    await server.db.query(sql`
      insert into gateway_check_ins (gateway_id, at, stored, duplicates, refusals, unknown)
      values (${id}, now(), 41, 0, ${{ ahead: 12, report: 2 }}, 0), (${id}, now() - interval '1 hour', 40, 0, ${{ report: 1 }}, 0)`)
    await openConsole(server, fleet.token, `/pages/gateways/${id}`)
    expect(await screen.findByRole('cell', { name: /^12\s*12 dated in the future, 2 reports unreadable$/ })).toBeVisible()
    expect(screen.getByRole('cell', { name: /^0\s*1 report unreadable$/ })).toBeVisible()
  })

  it('say that there are none when it sent nothing', async () => {
    const { id } = await fleet.addGateway()
    await openConsole(server, fleet.token, `/pages/gateways/${id}`)
    expect(await screen.findByText('No check-ins are stored.')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Unregistered sensors' })).toBeNull()
  })
})
