import { setTimeout as sleep } from 'node:timers/promises'
import sql, { raw } from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { string } from 'yup'
import { rowCells } from '../../../src/contract/cells'
import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX, importColumns, importPath, type ImportOutcome } from '../../../src/contract/import'
import { resources } from '../../../src/contract/index'
import { createPath, itemPath, type Resource } from '../../../src/contract/resource'
import { toCsv } from '../../../src/crud/csv'
import { findNamed, putIds } from '../../../src/server/crud/importReferences'
import { type AnyBody, type AnyResult, type Answer } from '../../support/calls'
import { fillAll, requiredDrafts } from '../../support/fill'
import { callAt, oneServer } from '../../support/hooks'
import { gatewayDraft, insertHardware, sensorDraft, unique } from '../../support/rows'

const server = oneServer()
const call = callAt(server)
let hardwareId: string

beforeAll(async () => {
  hardwareId = await insertHardware(server.db, { vendor: 'Fernwerk', model: 'Import', revision: 'r1' })
})

const gateways = resources[0]
const creatable = (resources as readonly Resource[]).filter(({ ops }) => ops.includes('create'))

type Imported = Answer<Omit<AnyBody, 'result'> & { readonly result: ImportOutcome }>
const send = (
  resource: Resource,
  body: string,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<Imported> =>
  call(`POST`, `${importPath(resource)}${query}`, { body, headers: { 'content-type': 'text/csv', ...headers } })
const dryRun = (resource: Resource, body: string) => send(resource, body, { query: '?dryRun=true' })
const count = async (path: string) => {
  const { rows } = await server.db.query<{ n: number }>(sql`select count(*) as n from ${raw(path.split('/').at(-1) ?? '')}`)
  return rows[0]?.n ?? 0
}
const fileOf = (resource: Resource, drafts: readonly object[]) =>
  toCsv(drafts.map((draft) => rowCells(resource.draft.describe().fields, draft)))
const gatewayFile = (...changes: readonly object[]) =>
  fileOf(
    gateways,
    changes.map((change) => ({ ...gatewayDraft(hardwareId), ...change })),
  )
/** What a client wrote of a row. */
const written = (resource: Resource, row: object) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(resource.draft.fields, name)))

describe.each(creatable.map((resource) => [resource.nouns.many, resource] as const))('an import of %s', (_many, resource) => {
  const draft = () => requiredDrafts[resource.name]?.(server.db) ?? Promise.reject(new Error(`${resource.name} has no draft`))
  const create = async () => (await call('POST', createPath(resource), { body: await draft() })).body.result

  it('creates what a POST of each row would, once it is no dry run', async () => {
    const twin = await create()
    const file = fileOf(resource, [await draft(), await draft(), await draft()])
    const before = await count(resource.path)

    expect((await dryRun(resource, file)).body.result).toEqual({ created: 3, errors: [] })
    expect(await count(resource.path)).toBe(before)
    expect(await send(resource, file)).toMatchObject({ status: 200, body: { result: { created: 3, errors: [] } } })
    expect(await count(resource.path)).toBe(before + 3)

    const { rows } = await server.db.query<{ id: string }>(
      sql`select id from ${raw(resource.path.split('/').at(-1) ?? '')} order by created_at desc, id desc limit 1`,
    )
    const row = (await call('GET', itemPath(resource, rows[0]?.id ?? ''))).body.result
    const shape = (one: AnyResult) => Object.entries(one).map(([name, value]) => [name, value === null ? null : typeof value])
    expect(shape(row)).toEqual(shape(twin))
  })

  it('takes back everything that an export wrote of a row', async () => {
    const row = await create()
    const file = toCsv([rowCells(resource.row.describe().fields, row)])
    await call('DELETE', itemPath(resource, row.id))

    expect((await send(resource, file)).body.result).toEqual({ created: 1, errors: [] })
    const { rows } = await server.db.query<{ id: string }>(
      sql`select id from ${raw(resource.path.split('/').at(-1) ?? '')} order by created_at desc, id desc limit 1`,
    )
    const again = (await call('GET', itemPath(resource, rows[0]?.id ?? ''))).body.result
    expect(again.id).not.toBe(row.id)
    expect(written(resource, again)).toEqual(written(resource, row))
  })

  it('refuses the row that is there already, and creates the others', async () => {
    const [first, second] = [await draft(), await draft()]
    await call('POST', createPath(resource), { body: first })
    const before = await count(resource.path)

    const { body } = await send(resource, fileOf(resource, [first, second]))

    expect(body.result.created).toBe(1)
    expect(body.result.errors[0]).toMatchObject({ line: 2, message: expect.stringContaining('taken') as unknown })
    expect(await count(resource.path)).toBe(before + 1)
  })

  it('names the columns that a file needs', async () => {
    const needed = importColumns(resource).filter(({ required }) => required)
    const { status, body } = await send(resource, 'id,createdAt\r\n1,2\r\n')

    expect(status).toBe(422)
    expect(body.fields).toEqual(Object.fromEntries(needed.map(({ name }) => [name, `The column ${name} is missing`])))
    expect(needed.length).toBeGreaterThan(0)
  })
})

describe('the OpenAPI document', () => {
  it('tells of the import of every resource that is created, and of no other', async () => {
    interface Document {
      readonly paths: Readonly<
        Record<string, { readonly post?: { readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> } } }>
      >
    }
    const { body } = await call<Document>('GET', '/api/v1/openapi.json')
    const told = Object.keys(body.paths).filter((path) => path.endsWith('/import'))
    expect(told.sort()).toEqual(creatable.map(importPath).sort())
    for (const path of told) expect(Object.keys(body.paths[path]?.post?.requestBody?.content ?? {})).toEqual(['text/csv'])
  })
})

describe('a file', () => {
  it.each([
    ['is empty', '', 'The file is empty'],
    ['has blank lines alone', '\r\n\r\n', 'The file is empty'],
    ['has a header alone', gatewayFile({}).split('\r\n')[0] ?? '', 'The file has a header and no rows'],
    ['does not close a quotation mark', `${gatewayFile({})}"open,`, 'A quotation mark in line 3 is not closed, or not doubled'],
    ['is UTF-16', 'n\0a\0m\0e\0', 'The file is not UTF-8 text: save it as “CSV UTF-8”'],
  ])('is refused when it %s', async (_what, body, message) => {
    const answer = await send(gateways, body)
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid', message } })
  })

  it('is refused when its bytes are not UTF-8', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: importPath(gateways),
      headers: { authorization: `Bearer ${await server.signIn()}`, 'content-type': 'text/csv' },
      payload: Buffer.from('name\r\nGew\xe4chshaus\r\n', 'latin1'),
    })
    expect([answer.statusCode, answer.json<AnyBody>().message]).toEqual([
      422,
      'The file is not UTF-8 text: save it as “CSV UTF-8”',
    ])
  })

  it('is refused with a word for each column that is unknown, nameless or there twice', async () => {
    const [header = '', row = ''] = gatewayFile({}).split('\r\n')
    const { status, body } = await send(gateways, `${header},colour,name,,reject.line,state\r\n${row},red,x,y,7,online\r\n`)

    expect(status).toBe(422)
    expect(body.fields).toEqual({
      '': 'Column 15 has no name',
      colour: 'There is no field colour to import into',
      name: 'The column name is there twice',
    })
  })

  it.each([
    ['JSON', 'application/json', '{}', 415, 'Send CSV: Content-Type text/csv'],
    ['CSV in Latin-1', 'text/csv; charset=iso-8859-1', 'name\r\nx', 415, 'Send CSV in UTF-8'],
    ['too many bytes', 'text/csv', 'x'.repeat(IMPORT_BYTES_MAX + 1), 413, 'The file is larger than 8 MiB: import it in parts'],
  ])('is refused when it is %s', async (_what, type, body, status, message) => {
    expect(await send(gateways, body, { headers: { 'content-type': type } })).toMatchObject({ status, body: { message } })
  })

  it('is refused when it has too many rows', async () => {
    const [header = '', row = ''] = gatewayFile({}).split('\r\n')
    const answer = await send(gateways, `${header}\r\n${`${row}\r\n`.repeat(IMPORT_ROWS_MAX + 1)}`)
    expect(answer).toMatchObject({ status: 413, body: { message: 'The file has more than 10,000 rows: import it in parts' } })
  })

  it('is not a body of other calls', async () => {
    const headers = { 'content-type': 'text/csv' }
    expect((await call('POST', createPath(gateways), { body: gatewayFile({}), headers })).status).toBe(415)
  })

  it('is taken with a byte order mark, quotes, blank lines and any line breaks', async () => {
    const [name, other] = [`Gate "${unique()}", north`, `Gate ${unique()}`]
    const crlf = gatewayFile({ name, description: 'one\ntwo' }, { name: other })
    const { body } = await send(gateways, `\uFEFF\r\n${crlf}\r\n\r\n`)
    expect(body.result).toEqual({ created: 2, errors: [] })
    expect((await send(gateways, gatewayFile({}, {}).replaceAll('\r\n', '\n'))).body.result.created).toBe(2)
    const { rows } = await server.db.query<{ name: string; description: string }>(
      sql`select name, description from gateways where name = ${name}`,
    )
    expect(rows).toEqual([{ name, description: 'one\ntwo' }])
  })
})

describe('the query of an import', () => {
  it.each([
    ['?dryRun=maybe', 'dryRun is true or false'],
    ['?dryrun=true', 'dryrun is not taken here'],
    ['?dryRun=true&dryRun=false', 'dryRun is true or false'],
  ])('is refused when it is %s', async (query, message) => {
    expect(await send(gateways, gatewayFile({}), { query })).toMatchObject({ status: 400, body: { code: 'bad_query', message } })
  })
})

describe('a row of an import', () => {
  it('is reported with the line it begins in, also behind cells of several lines', async () => {
    const file = gatewayFile(
      { description: 'one\r\ntwo\nthree' },
      { name: 'x' },
      { description: '\n\n' },
      { latitude: 91, longitude: 0 },
    )
    const { body } = await dryRun(gateways, `${file}\r\nfew,cells\r\n`)
    expect(body.result).toEqual({
      created: 2,
      errors: [
        { line: 5, field: 'name', message: 'Name has at least 2 characters' },
        { line: 9, field: 'latitude', message: 'Latitude is at most 90 °' },
        { line: 11, field: '', message: 'This row has 2 cells, and the header has 12' },
      ],
    })
  })

  it('has every fault reported on its column', async () => {
    const bad = {
      updateChannel: 'weekly',
      reportingIntervalS: 'soon',
      tags: ['x'.repeat(31), 'ok'],
      eui: '',
      hardwareId: 'Nothing',
    }
    const { body } = await dryRun(gateways, gatewayFile(bad))
    expect(body.result.created).toBe(0)
    expect(Object.fromEntries(body.result.errors.map(({ field, message }) => [field, message]))).toEqual({
      eui: 'EUI is required',
      hardwareId: 'There is no gateway hardware called Nothing',
      reportingIntervalS: 'Reporting interval is a number',
      tags: 'Tag has at most 30 characters',
      updateChannel: 'Update channel is one of stable, beta, alpha',
    })
  })

  it('is judged by the rules of its area', async () => {
    const old = await insertHardware(server.db, { status: 'eol', model: 'Old' })
    const { body } = await send(gateways, gatewayFile({ hardwareId: old }, {}))
    expect(body.result).toEqual({
      created: 1,
      errors: [{ line: 2, field: 'hardwareId', message: 'Fernwerk Old r1 is end of life and takes no new gateways' }],
    })
  })

  it('is refused when a row before it has its EUI, in a dry run as in earnest', async () => {
    const eui = `70B3D57ED009${unique()}`
    const file = gatewayFile({ eui }, {}, { eui: eui.toLowerCase().replace(/(..)(?=.)/g, '$1:') })
    expect((await dryRun(gateways, file)).body.result).toEqual({
      created: 2,
      errors: [{ line: 4, field: 'eui', message: 'EUI stands in line 2 too' }],
    })
    const { created, errors } = (await send(gateways, file)).body.result
    expect([created, errors.map(({ line, field }) => [line, field])]).toEqual([2, [[4, 'eui']]])
  })

  it('may refer to another by its name, in whatever case', async () => {
    const gateway = (await call('POST', createPath(gateways), { body: gatewayDraft(hardwareId) })).body.result
    const sensors = resources[1]
    const drafts = [
      { ...sensorDraft(), gatewayId: String(gateway['name']).toUpperCase() },
      { ...sensorDraft(), gatewayId: gateway.id },
      { ...sensorDraft(), gatewayId: 'Nowhere' },
      { ...sensorDraft(), gatewayId: '01890000-0000-7000-8000-000000000000' },
    ]
    const { body } = await send(sensors, fileOf(sensors, drafts))
    expect(body.result).toEqual({
      created: 2,
      errors: [
        { line: 4, field: 'gatewayId', message: 'There is no gateway called Nowhere' },
        { line: 5, field: 'gatewayId', message: 'Gateway does not exist' },
      ],
    })
    expect(await call('GET', itemPath(gateways, gateway.id))).toMatchObject({ body: { result: { sensorsCount: 2 } } })
  })

  it('is told to give an id where a name stands for several rows', async () => {
    await fillAll(server.db)
    await server.db.query(sql`update users set fullname = 'Sam Both' where email <> 'admin@example.com'`)
    const column = { name: 'ownerId', label: 'Owner', required: false, reference: 'User', field: string().describe() }
    const found = await findNamed(server.db, [column], [{ ownerId: 'sam both' }])
    const draft = { ownerId: 'sam both' }
    expect(putIds(draft, [column], found)).toEqual(new Map([['ownerId', '2 users are called sam both: give the id']]))
  })

  it('is written into the audit log as a create is', async () => {
    const name = `Audited ${unique()}`
    await send(gateways, gatewayFile({ name }))
    const { rows } = await server.db.query(
      sql`select action, subject, before, after ->> 'name' as name from audit_entries where after ->> 'name' = ${name}`,
    )
    expect(rows).toEqual([{ action: 'created', subject: 'Gateway', before: null, name }])
  })
})

describe('an import that comes twice', () => {
  it('creates its rows once and answers the same', async () => {
    const headers = { 'idempotency-key': `import-${unique()}` }
    const file = gatewayFile(...Array.from({ length: 60 }, (_none, at) => (at === 55 ? { name: '' } : {})))
    const before = await count(gateways.path)
    const first = await send(gateways, file, { headers })
    const second = await send(gateways, file, { headers })
    expect(first.body.result).toMatchObject({ created: 59, errors: [{ line: 57, field: 'name' }] })
    expect(second.body).toEqual(first.body)
    expect(await count(gateways.path)).toBe(before + 59)
  })

  it('is refused when its key came with another file', async () => {
    const headers = { 'idempotency-key': `import-${unique()}` }
    await send(gateways, gatewayFile({}), { headers })
    expect(await send(gateways, gatewayFile({}), { headers })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  it('goes on where the first one broke off', async () => {
    const headers = { 'idempotency-key': `import-${unique()}` }
    const file = gatewayFile(...Array.from({ length: 120 }, () => ({})))
    const before = await count(gateways.path)
    // The database goes away in the third batch.
    await server.db.query(sql`
      alter table gateways add constraint broken check (name <> ${raw(`'${file.split('\r\n')[110]?.split(',')[0] ?? ''}'`)}) not valid`)
    const broken = await send(gateways, file, { headers })
    await server.db.query(sql`alter table gateways drop constraint broken`)
    expect(broken.status).toBe(500)
    expect(await count(gateways.path)).toBe(before + 100)
    expect((await send(gateways, file, { headers })).body.result).toEqual({ created: 120, errors: [] })
    expect(await count(gateways.path)).toBe(before + 120)
  })
})

describe('a large import', () => {
  it('takes thousands of rows and lets others in between', async () => {
    const rows = Array.from({ length: 5000 }, () => sensorDraft())
    const sensors = resources[1]
    const importing = send(sensors, fileOf(sensors, rows))
    const others = { answered: 0, over: false }
    const done = importing.finally(() => (others.over = true))
    while (!others.over) {
      if ((await call('GET', '/api/v1/gateways?pageSize=1')).status === 200) others.answered += 1
      // As others ask: not one call upon another.
      await sleep(5)
    }
    expect((await done).body.result).toEqual({ created: 5000, errors: [] })
    // Were the database held all the while, only the first call and the last would be answered.
    expect(others.answered).toBeGreaterThan(5)
  }, 120_000)
})
