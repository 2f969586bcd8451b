import { describe, expect, it } from 'vitest'
import { callAt, oneServer } from '../../support/server/hooks'
import { hardwareDraft, insertFirmware, insertGateway, insertHardware } from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)

const path = '/api/v1/gateway_hardwares'
const hardware = (columns: Readonly<Record<string, unknown>> = {}) => insertHardware(server.db, columns)
const gateway = (id: string, columns: Readonly<Record<string, unknown>> = {}) =>
  insertGateway(server.db, { hardware_id: id, ...columns })
const draftFor = (ids: readonly string[], columns: Readonly<Record<string, unknown>> = {}) =>
  insertFirmware(server.db, ids, { status: 'draft', ...columns })
const read = async (area: string, id: string) => (await call('GET', `/api/v1/${area}/${id}`)).body.result
const statusOf = async (id: string) => (await call('GET', `${path}/${id}`)).status
const hardwaresOf = async (firmware: string) => new Set((await read('gateway_firmwares', firmware))['hardwareIds'] as string[])
const remove = (from: string, to?: string) => call('DELETE', `${path}/${from}${to === undefined ? '' : `?reassignTo=${to}`}`)
const bulk = (body: object) => call('POST', `${path}/bulk_delete`, { body })

describe('deleting a gateway hardware in use', () => {
  it('is refused with the names of its gateways and draft firmwares', async () => {
    const id = await hardware()
    const used = await gateway(id, { name: 'Attic' })
    const { status, body } = await remove(id)
    expect([status, body.code, body.message]).toEqual([409, 'in_use', 'This gateway hardware is used by 1 gateway'])
    expect(body.users).toEqual({ total: 1, rows: [{ id: used, name: 'Attic' }] })

    const draft = await draftFor([id], { name: 'Hub OS', semver: '4.0.0' })
    const both = (await remove(id)).body
    expect(both.message).toBe('This gateway hardware is used by 1 gateway and 1 gateway firmware')
    const rows = [
      { id: used, name: 'Attic' },
      { id: draft, name: 'Hub OS 4.0.0' },
    ]
    expect(both.users).toEqual({ total: 2, rows })
  })

  it('gives its gateways and draft firmwares another, each with a new version', async () => {
    const [from, to, third] = [await hardware(), await hardware(), await hardware()]
    const used = await gateway(from)
    const [draft, both] = [await draftFor([from, third]), await draftFor([from, to])]

    expect((await remove(from, to)).status).toBe(204)

    expect(await statusOf(from)).toBe(404)
    expect(await read('gateways', used)).toMatchObject({ hardwareId: to, version: 2 })
    expect(await hardwaresOf(draft)).toEqual(new Set([third, to]))
    expect(await hardwaresOf(both)).toEqual(new Set([to]))
    expect(await read('gateway_firmwares', draft)).toMatchObject({ version: 2 })
  })

  it('restores their hardware when the deletion is undone, except after later changes', async () => {
    const [from, to, third] = [await hardware(), await hardware(), await hardware()]
    const used = await gateway(from)
    const drafts = [await draftFor([from, third]), await draftFor([from, to]), await draftFor([from])]
    await remove(from, to)
    const [, , changed = ''] = drafts
    expect((await call('PUT', `/api/v1/gateway_firmwares/${changed}`, { body: { hardwareIds: [third] } })).status).toBe(200)

    expect((await call('POST', `${path}/${from}/restore`)).status).toBe(200)

    expect(await read('gateways', used)).toMatchObject({ hardwareId: from })
    const now = await Promise.all(drafts.map(hardwaresOf))
    expect(now).toEqual([new Set([from, third]), new Set([from, to]), new Set([third])])
  })

  it.each(['released', 'deprecated', 'revoked'])(
    'is refused for one that a %s firmware was made for: it never changes',
    async (status) => {
      const [from, to] = [await hardware(), await hardware()]
      const used = await gateway(from)
      const firmware = await insertFirmware(server.db, [from, to], { status })
      for (const answer of [await remove(from), await remove(from, to)]) {
        expect([answer.status, answer.body.code]).toEqual([409, 'in_use'])
        expect(answer.body.message).toBe('This gateway hardware cannot be deleted: 1 gateway firmware is released for it')
        expect(answer.body.users).toMatchObject({ total: 1, rows: [{ id: firmware }], lasting: true })
      }
      expect(await read('gateways', used)).toMatchObject({ hardwareId: from, version: 1 })
      expect(await read('gateway_hardwares', from)).toMatchObject({ firmwaresCount: 1, releasedFirmwaresCount: 1 })
    },
  )

  it('is refused when the other is at its end of life, unless there are no gateways to reassign', async () => {
    const [from, eol] = [await hardware(), await hardware({ model: 'Trellis', status: 'eol' })]
    const used = await gateway(from)
    const { status, body } = await remove(from, eol)
    expect([status, body.fields]).toEqual([
      422,
      { reassignTo: 'Fernwerk Trellis r1 is at its end of life and cannot be assigned to new gateways' },
    ])
    expect(await read('gateways', used)).toMatchObject({ hardwareId: from, version: 1 })
    const unused = await hardware()
    const draft = await draftFor([unused])
    expect((await remove(unused, eol)).status).toBe(204)
    expect(await hardwaresOf(draft)).toEqual(new Set([eol]))
  })
})

describe('deleting many gateway hardwares in use', () => {
  it('reassigns those that can be, and reports the others with the reason', async () => {
    const [one, other, lasting, to] = [await hardware(), await hardware(), await hardware(), await hardware()]
    const gateways = [await gateway(one), await gateway(other), await gateway(lasting)]
    const draft = await draftFor([one, other])
    await insertFirmware(server.db, [lasting])
    const ids = [one, other, lasting]
    const preview = await call('POST', `${path}/bulk_delete/preview`, { body: { ids } })
    expect(preview.body.result).toEqual({
      total: 3,
      used: 3,
      undeletable: 1,
      final: 0,
      users: { gatewaysCount: 3, firmwaresCount: 3 },
    })

    const { status, body } = await bulk({ ids, reassignTo: to })

    expect([status, body.result['done']]).toEqual([200, 2])
    expect(body.result['failed']).toEqual([
      {
        id: lasting,
        code: 'in_use',
        message: expect.stringMatching(/^This gateway hardware cannot be deleted: 1 gateway firmware is/),
      },
    ])
    const now = await Promise.all(gateways.map(async (id) => (await read('gateways', id))['hardwareId']))
    expect(now).toEqual([to, to, lasting])
    expect(await hardwaresOf(draft)).toEqual(new Set([to]))

    expect((await call('POST', `${path}/restore`, { body: { ids: [one, other] } })).body.result).toMatchObject({ done: 2 })
    expect(await hardwaresOf(draft)).toEqual(new Set([one, other]))
  })
})

describe('the vendor, model and revision of a gateway hardware', () => {
  const register = (vendor: string, model: string, revision: string) =>
    call('POST', `${path}/register`, { body: hardwareDraft({ vendor, model, revision }) })

  it('are unique together, whichever words are in which', async () => {
    const first = await register('Acme', 'GW 1', 'A')
    expect([first.status, (await register('Acme GW', '1', 'A')).status]).toEqual([201, 201])
    const { status, body } = await register('ACME', 'gw 1', 'a')
    const sentence = 'Vendor, model and revision are taken by Acme GW 1 A'
    expect([status, body]).toMatchObject([409, { fields: { revision: sentence }, holder: { id: first.body.result.id } }])
  })
})
