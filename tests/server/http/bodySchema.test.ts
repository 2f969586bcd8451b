import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GatewayDraft } from '../../../src/contract/gateways'
import { callAt, oneServer } from '../../support/server/hooks'
import { gatewayDraft, insertHardware } from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)
let hardwareId: string

beforeAll(async () => {
  hardwareId = await insertHardware(server.db)
})

const register = '/api/v1/gateways/register'
const draft = (changes: object = {}) => ({ ...gatewayDraft(hardwareId), ...changes })
const stored = async () => {
  const { rows } = await server.db.query<{ n: number }>(
    sql`select (select count(*) from gateways) + (select count(*) from sensors) as n`,
  )
  return rows[0]?.n
}

/** Fields with values of a wrong type. */
const wrongTypes: readonly [keyof GatewayDraft, unknown][] = [
  ['name', 5],
  ['name', null],
  ['name', ['a', 'b']],
  ['name', { $ne: null }],
  ['name', true],
  ['eui', 70],
  ['eui', ['70B3D57ED0000001']],
  ['serialNumber', null],
  ['description', 5],
  ['description', ['text']],
  ['hardwareId', 5],
  ['hardwareId', null],
  ['targetFirmwareId', 0],
  ['updateChannel', ['stable']],
  ['updateChannel', null],
  ['reportingIntervalS', '30'],
  ['reportingIntervalS', null],
  ['reportingIntervalS', [30]],
  ['reportingIntervalS', true],
  ['latitude', '47.1'],
  ['longitude', [8.5]],
  ['tags', 'north'],
  ['tags', null],
  ['tags', { 0: 'north' }],
]

const outOfBounds: readonly [keyof GatewayDraft, unknown][] = [
  ['name', ''],
  ['name', 'x'],
  ['name', 'x'.repeat(51)],
  ['name', ' padded '],
  ['name', 'nul\0l'],
  ['name', 'lone \ud800'],
  ['name', 'bell\u0007'],
  ['eui', ''],
  ['eui', '70B3D57ED000000'],
  ['eui', '70B3D57ED00000011'],
  ['eui', '0000000000000000'],
  ['eui', 'FFFFFFFFFFFFFFFF'],
  ['eui', 'GGB3D57ED0000001'],
  ['serialNumber', 'x'.repeat(61)],
  ['description', 'x'.repeat(2001)],
  ['description', 'lone \udfff'],
  ['hardwareId', 'nobody'],
  ['updateChannel', 'nightly'],
  ['updateChannel', 'STABLE'],
  ['reportingIntervalS', 9],
  ['reportingIntervalS', 86_401],
  ['reportingIntervalS', 30.5],
  ['reportingIntervalS', -0],
  ['altitudeM', 9001],
  ['tags', Array.from({ length: 11 }, (_, n) => `tag ${n}`)],
]

describe('a body', () => {
  it.each([...wrongTypes, ...outOfBounds])(
    'is refused on its field when %s is %j, and nothing is stored',
    async (field, value) => {
      const before = await stored()
      const { status, body } = await call('POST', register, { body: draft({ latitude: 47, longitude: 8, [field]: value }) })

      expect([status, body.code]).toEqual([422, 'invalid'])
      expect(Object.keys(body.fields)).toEqual([field])
      expect(body.fields[field]).toMatch(/^[A-Z].+[^.]$/)
      expect(await stored()).toBe(before)
    },
  )

  it.each(['id', 'version', 'role', 'createdAt', 'state', 'sensorsCount', 'firmwareId', 'isAdmin', ''])(
    'is refused when it has the unknown property %j',
    async (name) => {
      const { status, body } = await call('POST', register, { body: draft({ [name]: 'x' }) })

      expect(status).toBe(422)
      expect(body.fields).toHaveProperty([name], `${name} is not a known field`)
    },
  )

  it.each(
    Object.keys(gatewayDraft('')).filter(
      (name) => !['description', 'targetFirmwareId', 'latitude', 'longitude', 'altitudeM'].includes(name),
    ),
  )('is refused without %s', async (name) => {
    const { [name]: _gone, ...rest } = draft() as Record<string, unknown>
    const { status, body } = await call('POST', register, { body: rest })

    expect(status).toBe(422)
    expect(body.fields).toEqual({ [name]: expect.stringMatching(/ is required$/) })
  })

  it('is refused with every wrong field at once', async () => {
    const { body } = await call('POST', register, { body: draft({ name: 5, eui: 'x', tags: ['', 'ok', 7] }) })

    expect(Object.keys(body.fields).toSorted()).toEqual(['eui', 'name', 'tags[0]', 'tags[2]'])
    expect(body.message).toMatch(/\(and 3 more\)$/)
  })

  it('is refused when the position is incomplete or 0, 0', async () => {
    expect((await call('POST', register, { body: draft({ latitude: 47 }) })).body.fields).toHaveProperty('longitude')
    expect((await call('POST', register, { body: draft({ latitude: 0, longitude: 0 }) })).body.fields).toHaveProperty('latitude')
  })

  it.each([
    ['2^53+1', '9007199254740993'],
    ['beyond every number', '1e400'],
    ['-1', '-1'],
    ['2^31', '2147483648'],
  ])('is refused on its field when a number is %s', async (_name, number) => {
    const text = JSON.stringify(draft()).replace('"reportingIntervalS":30', `"reportingIntervalS":${number}`)
    expect(await call('POST', register, { body: text })).toMatchObject({
      status: 422,
      body: { fields: { reportingIntervalS: expect.any(String) } },
    })
  })

  it.each(['<img src=x onerror=alert(1)>', "' OR 1=1--", '{{7*7}}', '👩‍🌾 Grün', '‮abc', '%s%n', '../../etc'])(
    'keeps the text %s as it is',
    async (description) => {
      const { status, body } = await call('POST', register, { body: draft({ description }) })

      expect([status, body.result['description']]).toEqual([201, description])
    },
  )
})
