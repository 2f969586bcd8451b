import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { loseAnswers } from '../support/screens/network'
import { openConsole } from '../support/screens/console'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { fact, rowOf } from '../support/screens/shown'
import { signal } from '../support/signal'

const server = emptiedServer()
const fleet = fleetAt(server)

describe('the sensors list', () => {
  it('says that a sensor is unreachable, not offline, when its gateway is silent', async () => {
    const { id } = await fleet.addGateway({ name: 'Silent', seenS: 9000 })
    await fleet.addSensor({ name: 'Fern', gatewayId: id, seenS: 10 })
    await openConsole(server, fleet.token, '/pages/sensors')
    expect((await rowOf('Fern')).getByText('Unreachable')).toBeVisible()
    expect((await rowOf('Fern')).getByRole('link', { name: 'Silent' })).toHaveAttribute('href', `/pages/gateways/${id}`)
  })

  it('marks a low battery by a word, and filters by it', async () => {
    await fleet.addSensor({ name: 'Low', batteryPct: 12 })
    await fleet.addSensor({ name: 'Full', batteryPct: 90 })
    const { user, address } = await openConsole(server, fleet.token, '/pages/sensors')
    expect((await rowOf('Low')).getByText('Low, 12 %')).toBeVisible()
    expect((await rowOf('Full')).getByText('90 %')).toBeVisible()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Battery' }), 'Low')
    await rowOf('Low')
    expect(address()).toBe('/pages/sensors?batteryLow=true')
    expect(await screen.findByText(/1–1/)).toBeVisible()
  })
})

describe('a sensor’s page', () => {
  it('shows signal and battery with their units, and what it belongs to', async () => {
    const gateway = await fleet.addGateway({ name: 'Attic', seenS: 5 })
    const plantId = await fleet.addPlant('Monstera deliciosa')
    const { id } = await fleet.addSensor({
      name: 'Fern',
      gatewayId: gateway.id,
      plantId,
      seenS: 5,
      batteryPct: 84,
      datapoints: 1204,
    })
    await server.db.query(sql`update sensor_stats set rssi_dbm = -71.5, snr_db = 7 where sensor_id = ${id}`)
    await openConsole(server, fleet.token, `/pages/sensors/${id}`)
    await screen.findByRole('heading', { level: 1, name: 'Fern' })
    expect(fact('RSSI')).toHaveTextContent('−71.5 dBm')
    expect(fact('SNR')).toHaveTextContent('7 dB')
    expect(fact('Battery')).toHaveTextContent('84 %')
    expect(fact('Plant')).toHaveTextContent('Monstera deliciosa')
    expect(screen.getByText(/1,204 datapoints$/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Attic' })).toHaveAttribute('href', `/pages/gateways/${gateway.id}`)
  })

  it('lists the empty fields in one line, except those with a word for empty', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern' })
    await server.db.query(sql`update sensors set external_power = true where id = ${id}`)
    await openConsole(server, fleet.token, `/pages/sensors/${id}`)
    await screen.findByRole('heading', { level: 1, name: 'Fern' })
    expect(fact('Battery')).toHaveTextContent('Mains')
    expect(fact('Last seen')).toHaveTextContent('Never')
    expect(screen.getByText(/^Not set: .*Plant/)).toBeVisible()
    expect(screen.getByText(/^Not set: .*RSSI/)).toBeVisible()
    expect(screen.queryByText('Plant', { selector: 'dt' })).toBeNull()
  })
})

describe('a sensor’s form', () => {
  it('takes a Bluetooth address as it is, and saves on the collection’s path', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern', eui: 'C638D3BBDC0C' })
    const { user, calls } = await openConsole(server, fleet.token, `/pages/sensors/${id}/edit`)
    const eui = await screen.findByRole('textbox', { name: 'EUI' })
    await user.clear(eui)
    await user.type(eui, 'c6:38:d3:bb:dc:0d')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(screen.getByText('Sensor Fern saved')).toBeVisible())
    expect(calls).toContain('PUT /api/v1/sensors')
    expect(await fleet.get(`/api/v1/sensors/${id}`)).toMatchObject({ eui: 'C638D3BBDC0D' })
  })

  it('detaches the sensor when its gateway is cleared', async () => {
    const gateway = await fleet.addGateway({ name: 'Attic' })
    const { id } = await fleet.addSensor({ name: 'Fern', gatewayId: gateway.id })
    const { user } = await openConsole(server, fleet.token, `/pages/sensors/${id}/edit`)
    await screen.findByDisplayValue('Attic')
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(screen.getByText('Sensor Fern saved')).toBeVisible())
    expect(await fleet.get(`/api/v1/sensors/${id}`)).toMatchObject({ gatewayId: null })
  })
})

describe('moving sensors to another gateway', () => {
  it('assigns all selected sensors, and restores their previous gateways by Undo', async () => {
    const attic = await fleet.addGateway({ name: 'Attic' })
    await fleet.addGateway({ name: 'Barn' })
    const { id: fern } = await fleet.addSensor({ name: 'Fern', gatewayId: attic.id })
    const { id: moss } = await fleet.addSensor({ name: 'Moss' })
    const gatewaysOf = async () => {
      const { rows } = await server.db.query<{ name: string | null }>(sql`
        select g.name from sensors s left join gateways g on g.id = s.gateway_id where s.id in (${fern}, ${moss}) order by s.name`)
      return rows.map(({ name }) => name)
    }
    const { user } = await openConsole(server, fleet.token, '/pages/sensors')
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Move' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Move 2 sensors?' }))
    expect(dialog.getByRole('button', { name: 'Move 2 sensors' })).toBeDisabled()
    await user.type(await dialog.findByRole('combobox', { name: 'Gateway' }), 'Barn')
    await user.click(await screen.findByRole('option', { name: /Barn/ }))
    await user.click(dialog.getByRole('button', { name: 'Move 2 sensors' }))
    expect(await screen.findByText('2 sensors moved')).toBeVisible()
    expect(await gatewaysOf()).toEqual(['Barn', 'Barn'])

    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await gatewaysOf()).toEqual(['Attic', null]))
  })

  it('shows the chosen gateway while its own answer is awaited', async () => {
    const barn = await fleet.addGateway({ name: 'Barn' })
    await fleet.addSensor({ name: 'Fern' })
    const { user, disturb } = await openConsole(server, fleet.token, '/pages/sensors')
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Move' }))
    const answer = signal()
    disturb(async ({ url }) => (url.endsWith(barn.id) ? (await answer.given, null) : null))
    const gateway = await screen.findByRole('combobox', { name: 'Gateway' })
    await user.type(gateway, 'Barn')
    await user.click(await screen.findByRole('option', { name: /Barn/ }))
    expect(gateway).toHaveValue('Barn')
    answer.give()
  })

  it('are back at their gateways after Undo, also when the answer was lost and they were moved again', async () => {
    const attic = await fleet.addGateway({ name: 'Attic' })
    const { id } = await fleet.addSensor({ name: 'Fern 1', gatewayId: attic.id })
    await fleet.addSensor({ name: 'Fern 2', gatewayId: attic.id })
    const { move, ...opened } = await moveAll(2)
    const answer = loseAnswers(opened, server, '/bulk_update')
    await move()
    await within(screen.getByRole('alertdialog')).findByRole('alert')
    answer()
    await move()
    expect(await screen.findByText('2 sensors moved')).toBeVisible()
    await opened.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('2 sensors changed back')).toBeVisible()
    expect(await fleet.get(`/api/v1/sensors/${id}`)).toMatchObject({ gatewayId: attic.id, version: 3 })
  })

  /** Opens the question for all sensors that match “fern”, of which a page shows one, with a gateway chosen. */
  const moveAll = async (count: number) => {
    await fleet.addGateway({ name: 'Barn' })
    const opened = await openConsole(server, fleet.token, '/pages/sensors?q=fern&pageSize=1')
    const { user } = opened
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(await screen.findByRole('button', { name: `Select all ${count} sensors that match` }))
    await user.click(within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Move' }))
    await user.type(await screen.findByRole('combobox', { name: 'Gateway' }), 'Barn')
    await user.click(await screen.findByRole('option', { name: /Barn/ }))
    return { ...opened, move: async () => user.click(screen.getByRole('button', { name: /^Move \d sensors?$/ })) }
  }

  it('asks again when the number of matches has changed', async () => {
    for (const name of ['Fern 1', 'Fern 2']) await fleet.addSensor({ name })
    const { move } = await moveAll(2)
    await fleet.addSensor({ name: 'Fern 3' })
    await move()
    const again = await screen.findByRole('alertdialog', { name: 'Move 3 sensors?' })
    expect(within(again).getByRole('alert')).toHaveTextContent(
      '3 sensors match now, not 2: nothing was changed. Continue with this number?',
    )
    expect(await screen.findByText('All 3 sensors selected')).toBeInTheDocument()
    await move()
    expect(await screen.findByText('3 sensors moved')).toBeVisible()
  })

  it('closes when none matches any more', async () => {
    const ids = [await fleet.addSensor({ name: 'Fern 1' }), await fleet.addSensor({ name: 'Fern 2' })].map(({ id }) => id)
    const { move } = await moveAll(2)
    for (const id of ids) await fleet.remove(`/api/v1/sensors/${id}`)
    await move()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('can be retried when the new number is unknown', async () => {
    for (const name of ['Fern 1', 'Fern 2']) await fleet.addSensor({ name })
    const { move, disturb, alerts } = await moveAll(2)
    await fleet.addSensor({ name: 'Fern 3' })
    disturb(({ url }) => (url.includes('pageSize=6') ? Response.error() : null))
    await move()
    expect(await screen.findByText(/^3 sensors match now, not 2/)).toBeVisible()
    await waitFor(() => expect(alerts.map(({ kind }) => kind)).toEqual(['refused', 'malformed']))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Move 2 sensors' })).toBeEnabled())
    disturb(() => null)
    await move()
    expect(await screen.findByRole('alertdialog', { name: 'Move 3 sensors?' })).toBeVisible()
  })
})

describe('replacing a sensor’s device', () => {
  const open = async (id: string) => {
    const opened = await openConsole(server, fleet.token, `/pages/sensors/${id}`)
    await opened.user.click(await screen.findByRole('button', { name: 'Replace device' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace the device of Fern?' }))
    const eui = dialog.getByRole('textbox', { name: 'EUI of the new device' })
    const submit = async () => opened.user.click(dialog.getByRole('button', { name: 'Replace device' }))
    return { ...opened, dialog, eui, submit }
  }

  it('keeps the record and its readings under the new EUI, and restores the former device by Undo, also at a second try', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern', eui: 'C638D3BBDC0C', model: 'Moist 2', seenS: 5, datapoints: 7 })
    const device = async () => fleet.get(`/api/v1/sensors/${id}`)
    const { user, disturb, dialog, eui, submit } = await open(id)
    expect(eui).toHaveAccessibleDescription(/The current device has C638D3BBDC0C\./)
    const model = dialog.getByRole('textbox', { name: 'Model' })
    expect(model).toHaveValue('Moist 2')
    await user.type(eui, '70:b3:d5:7e:d0:00:1a:2f')
    await user.clear(model)
    await user.type(model, 'Moist 3')
    await submit()
    expect(await screen.findByText('Device of Fern replaced')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(fact('EUI')).toHaveTextContent('70B3D57ED0001A2F'))
    expect(fact('Last seen')).toHaveTextContent('Never')
    expect(screen.getByText(/ 7 datapoints$/)).toBeVisible()
    expect(await device()).toMatchObject({ id, name: 'Fern', eui: '70B3D57ED0001A2F', model: 'Moist 3' })

    disturb((request) => (request.url.endsWith('/replace') ? Response.error() : null))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    const again = await screen.findByRole('button', { name: 'Retry' })
    disturb(() => null)
    await user.click(again)
    expect(await screen.findByText('Former device of Fern restored')).toBeVisible()
    await waitFor(() => expect(fact('EUI')).toHaveTextContent('C638D3BBDC0C'))
    expect(await device()).toMatchObject({ id, eui: 'C638D3BBDC0C', model: 'Moist 2' })
  })

  it('can be sent again after it was refused because someone else changed the sensor', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern' })
    const { user, dialog, eui, submit } = await open(id)
    await fleet.put('/api/v1/sensors', { id, name: 'Moss' })
    await user.type(eui, '70B3D57ED0001A2F')
    await submit()
    expect(await dialog.findByText('Someone else changed this sensor in the meantime')).toBeVisible()
    expect(await screen.findByRole('dialog', { name: 'Replace the device of Moss?' })).toBeVisible()
    await submit()
    expect(await screen.findByText('Device of Moss replaced')).toBeVisible()
  })

  it('can be sent again, too, when the sensor has left the shown list', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern' })
    const { user } = await openConsole(server, fleet.token, '/pages/sensors?q=fern')
    await user.click((await rowOf('Fern')).getByRole('button', { name: 'Actions for Fern' }))
    await user.click(screen.getByRole('menuitem', { name: /^Replace device/ }))
    await fleet.put('/api/v1/sensors', { id, name: 'Moss' })
    await user.type(await screen.findByRole('textbox', { name: 'EUI of the new device' }), '70B3D57ED0001A2F')
    await user.click(screen.getByRole('button', { name: 'Replace device' }))
    expect(await screen.findByRole('dialog', { name: 'Replace the device of Moss?' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Fern' })).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Replace device' }))
    expect(await screen.findByText('Device of Moss replaced')).toBeVisible()
  })

  it('is refused on its field for an invalid EUI', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern' })
    const { user, calls, eui, submit } = await open(id)
    await user.type(eui, '70B3')
    await submit()
    await waitFor(() => expect(eui).toBeInvalid())
    expect(eui).toHaveAccessibleDescription(/must be 16 hexadecimal digits, or 12 for a Bluetooth address/)
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  it('is refused on its field for the EUI of the current device', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern', eui: '70B3D57ED0001A2F' })
    const { user, calls, eui, submit } = await open(id)
    await user.type(eui, '70:b3:d5:7e:d0:00:1a:2f')
    await submit()
    await waitFor(() => expect(eui).toBeInvalid())
    expect(eui).toHaveAccessibleDescription(/^The current device has this EUI/)
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  it('names the sensor that has the EUI, leads there, and keeps what was typed', async () => {
    const { id } = await fleet.addSensor({ name: 'Fern' })
    const { id: holder } = await fleet.addSensor({ name: 'Moss', eui: '70B3D57ED0001A2F' })
    const { user, dialog, eui, submit } = await open(id)
    await user.type(eui, '70B3D57ED0001A2F')
    await submit()
    expect(await dialog.findByRole('link', { name: 'Open Moss' })).toHaveAttribute('href', `/pages/sensors/${holder}`)
    expect(dialog.getAllByText(/EUI is taken by Moss/)).toHaveLength(1)
    expect(dialog.queryByRole('alert')).toBeNull()
    expect(eui).toHaveAccessibleDescription(/^EUI is taken by Moss/)
    expect(eui).toHaveValue('70B3D57ED0001A2F')
  })
})
