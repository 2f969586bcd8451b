import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GatewayDraft } from '../../src/contract/gateways'
import { callWith } from '../support/calls'
import { callAt, oneServer } from '../support/hooks'
import { gatewayDraft, insertHardware, sensorDraft } from '../support/rows'
import { startServer } from '../support/server'

const server = oneServer()
const call = callAt(server)
let token: string
let hardwareId: string

beforeAll(async () => {
  token = await server.signIn()
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
/** The names of fields that can be wrong by their type. */
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

  it.each([
    'id',
    'version',
    'role',
    'createdAt',
    'state',
    'sensorsCount',
    'firmwareId',
    'isAdmin',
    'constructor',
    'toString',
    '',
  ])('is refused when it has the unknown property %j', async (name) => {
    const { status, body } = await call('POST', register, { body: draft({ [name]: 'x' }) })

    expect(status).toBe(422)
    expect(body.fields).toHaveProperty([name], `${name} is not a field of this`)
  })

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

  it('is refused when the position is half or nowhere', async () => {
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

  it.each([
    ['cut short', '{"name":"x"'],
    ['not JSON', 'name=x'],
    ['with a comma at its end', '{"name":"x",}'],
    ['with a comment', '{"name":"x"/* */}'],
    ['with a byte order mark', '\ufeff{}'],
    ['with a key twice', '{"name":"a","name":"b"}'],
    ['with a key twice in another spelling', '{"name":"a","n\\u0061me":"b"}'],
    ['with a key twice deeper down', '{"tags":[{"a":1,"a":2}]}'],
    ['with __proto__', '{"__proto__":{"role":"admin"}}'],
    ['with __proto__ spelled otherwise', '{"\\u005f_proto__":{}}'],
    ['nested too deep', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['NaN', 'NaN'],
  ])('answers 400 when it is %s', async (_name, body) => {
    expect(await call('POST', register, { body })).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  })

  it('answers 400 when it is not UTF-8', async () => {
    const payload = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await server.app.inject({ method: 'POST', url: register, headers, payload })

    expect(answer.statusCode).toBe(400)
  })

  it.each(['[]', '"text"', '5', 'null', 'true', ''])('answers 422 when it is %j in place of an object', async (body) => {
    expect(await call('POST', register, { body })).toMatchObject({
      status: 422,
      body: { code: 'invalid', message: 'The body is a JSON object' },
    })
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'text/json',
    'application/json; charset=utf-16',
  ])('answers 415 when its type is %s', async (type) => {
    const headers = { 'content-type': type }
    expect(await call('POST', register, { body: JSON.stringify(draft()), headers })).toMatchObject({
      status: 415,
      body: { code: 'unsupported_type' },
    })
  })

  it.each(['application/json', 'APPLICATION/JSON', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"'])(
    'is read when its type is %s',
    async (type) => {
      expect((await call('POST', register, { body: JSON.stringify(draft()), headers: { 'content-type': type } })).status).toBe(
        201,
      )
    },
  )

  it('answers 413 over the limit, and serves the next request', async () => {
    const answer = await call('POST', register, { body: draft({ description: 'x'.repeat(1_100_000) }) })

    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large', requestId: expect.any(String) } })
    expect((await call('GET', '/api/v1/gateways')).status).toBe(200)
  })
})

describe('a route', () => {
  it('has no HEAD, which would run what GET runs', async () => {
    expect((await call('GET', '/api/v1/gateways')).status).toBe(200)
    const answer = await server.app.inject({
      method: 'HEAD',
      url: '/api/v1/gateways',
      headers: { authorization: `Bearer ${token}` },
    })
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET'])
  })

  it.each([
    ['PATCH', '/api/v1/gateways', 'GET'],
    ['DELETE', '/api/v1/gateways', 'GET'],
    ['GET', '/api/v1/gateways/bulk_delete/x', ''],
    ['POST', '/api/v1/sensors', 'GET, PUT'],
    ['PUT', '/api/v1/dashboard/analytics', 'GET'],
  ])('answers %s %s with what is allowed', async (method, url, allowed) => {
    const { status, headers } = await call(method, url)
    expect([status, headers.get('allow') ?? '']).toEqual([allowed === '' ? 404 : 405, allowed])
  })

  it('ignores a method in a header', async () => {
    const created = await call('POST', register, { body: draft() })
    const url = `/api/v1/gateways/${created.body.result.id}`
    await call('POST', url, { headers: { 'x-http-method-override': 'DELETE' } })

    expect((await call('GET', url)).status).toBe(200)
  })

  it.each(['/api/v1/gateways/%zz', '/api/v1/gateways/%c0%ae'])('answers 400 for the address %s', async (url) => {
    const answer = await server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'bad_request', requestId: expect.any(String) })
  })

  it.each(['/api', '/api/', '/api/v1', '/api/v1/gateways/', '/api/v1//gateways', '/API/v1/gateways', '/api/v1/gateway%73/x/y'])(
    'answers %s with JSON and without data',
    async (url) => {
      const answer = await server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ code: 'not_found' })
    },
  )
})

describe('an answer', () => {
  it('has a request id, stays in no cache and is not guessed at', async () => {
    const { headers } = await call('GET', '/api/v1/gateways')

    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('says nothing of its cause when the server fails', async () => {
    const broken = await startServer()
    const sick = callWith(broken, { authorization: `Bearer ${await broken.signIn()}` })
    await broken.db.query(sql`alter table sensors rename to nothing_of_the_kind`)

    const { status, body } = await sick('GET', '/api/v1/dashboard/analytics')
    await broken.close()

    expect(status).toBe(500)
    expect(body).toEqual({ message: 'Something went wrong on the server', code: 'internal', requestId: expect.any(String) })
  })
})

describe('the dashboard', () => {
  it('counts real rows, and datapoints by their sensors', async () => {
    const sensor = (await call('POST', '/api/v1/sensors/register', { body: sensorDraft() })).body.result
    await server.db.query(sql`insert into sensor_stats (sensor_id, datapoint_count) values (${sensor.id}, 5000000000)`)
    const { status, body } = await call('GET', '/api/v1/dashboard/analytics')
    const { rows } = await server.db.query<{ gateways: number }>(sql`select count(*) as gateways from gateways`)

    expect(status).toBe(200)
    expect(body.result).toEqual({
      users: 1,
      gateways: rows[0]?.gateways,
      sensors: 1,
      datapoints: 5_000_000_000,
      plants: 0,
      asOf: expect.stringMatching(/^\d{4}-.*Z$/),
    })
  })
})
