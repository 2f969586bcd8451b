import sql, { raw } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { rowCells } from '../../../src/contract/cells'
import { gateways } from '../../../src/contract/gateways'
import { importColumns, importPath } from '../../../src/contract/import'
import { resources } from '../../../src/contract/index'
import { createPath, itemPath, type Resource } from '../../../src/contract/resource'
import { toCsv } from '../../../src/crud/model/csv'
import type { AnyResult } from '../../support/server/calls'
import { requiredDrafts } from '../../support/rows/fill'
import { fileOf, importing, tableOf } from '../../support/rows/importing'
import { sensorDraft, unique } from '../../support/rows/rows'

const { server, call, send, dryRun, gatewayFile, count } = importing()
const creatable = (resources as readonly Resource[]).filter(({ ops }) => ops.includes('create'))

/** Returns the fields of a row that a client writes. */
const written = (resource: Resource, row: object) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(resource.draft.fields, name)))

describe.each(creatable.map((resource) => [resource.nouns.many, resource] as const))('an import of %s', (_many, resource) => {
  const draft = () => requiredDrafts[resource.name]?.(server.db) ?? Promise.reject(new Error(`${resource.name} has no draft`))
  const create = async () => (await call('POST', createPath(resource), { body: await draft() })).body.result

  it('creates the rows that POSTs would create, unless it is a dry run', async () => {
    const twin = await create()
    const file = fileOf(resource, [await draft(), await draft(), await draft()])
    const before = await count(resource)

    expect((await dryRun(resource, file)).body.result).toEqual({ created: 3, errors: [] })
    expect(await count(resource)).toBe(before)
    expect(await send(resource, file)).toMatchObject({ status: 200, body: { result: { created: 3, errors: [] } } })
    expect(await count(resource)).toBe(before + 3)

    const { rows } = await server.db.query<{ id: string }>(
      sql`select id from ${raw(tableOf(resource))} order by created_at desc, id desc limit 1`,
    )
    const row = (await call('GET', itemPath(resource, rows[0]?.id ?? ''))).body.result
    const shape = (one: AnyResult) => Object.entries(one).map(([name, value]) => [name, value === null ? null : typeof value])
    expect(shape(row)).toEqual(shape(twin))
  })

  it('reads everything that an export has written', async () => {
    const row = await create()
    const file = toCsv([rowCells(resource.row.describe().fields, row)])
    await call('DELETE', itemPath(resource, row.id))

    expect((await send(resource, file)).body.result).toEqual({ created: 1, errors: [] })
    const { rows } = await server.db.query<{ id: string }>(
      sql`select id from ${raw(tableOf(resource))} order by created_at desc, id desc limit 1`,
    )
    const again = (await call('GET', itemPath(resource, rows[0]?.id ?? ''))).body.result
    expect(again.id).not.toBe(row.id)
    expect(written(resource, again)).toEqual(written(resource, row))
  })

  it('refuses a row that exists already, and creates the others', async () => {
    const [first, second] = [await draft(), await draft()]
    await call('POST', createPath(resource), { body: first })
    const before = await count(resource)

    const { body } = await send(resource, fileOf(resource, [first, second]))

    expect(body.result.created).toBe(1)
    expect(body.result.errors[0]).toMatchObject({ line: 2, message: expect.stringContaining('taken') as unknown })
    expect(await count(resource)).toBe(before + 1)
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
  it('describes the import of every resource that can be created, and of no other', async () => {
    interface Document {
      readonly paths: Readonly<
        Record<string, { readonly post?: { readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> } } }>
      >
    }
    const { body } = await call<Document>('GET', '/api/v1/openapi.json')
    const importPaths = Object.keys(body.paths).filter((path) => path.endsWith('/import'))
    expect(importPaths.sort()).toEqual(creatable.map(importPath).sort())
    for (const path of importPaths) expect(Object.keys(body.paths[path]?.post?.requestBody?.content ?? {})).toEqual(['text/csv'])
  })
})

describe('a repeated import', () => {
  it('creates its rows once and returns the same answer', async () => {
    const headers = { 'idempotency-key': `import-${unique()}` }
    const file = gatewayFile(...Array.from({ length: 60 }, (_none, at) => (at === 55 ? { name: '' } : {})))
    const before = await count(gateways)
    const first = await send(gateways, file, { headers })
    const second = await send(gateways, file, { headers })
    expect(first.body.result).toMatchObject({ created: 59, errors: [{ line: 57, field: 'name' }] })
    expect(second.body).toEqual(first.body)
    expect(await count(gateways)).toBe(before + 59)
  })

  it('is refused when its key was used with another file', async () => {
    const headers = { 'idempotency-key': `import-${unique()}` }
    await send(gateways, gatewayFile({}), { headers })
    expect(await send(gateways, gatewayFile({}), { headers })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  it('continues where the first one stopped', async () => {
    const headers = { 'idempotency-key': `import-${unique()}` }
    const file = gatewayFile(...Array.from({ length: 120 }, () => ({})))
    const before = await count(gateways)
    // Makes the third batch fail in the database.
    await server.db.query(sql`
      alter table gateways add constraint broken check (name <> ${raw(`'${file.split('\r\n')[110]?.split(',')[0] ?? ''}'`)}) not valid`)
    const broken = await send(gateways, file, { headers })
    await server.db.query(sql`alter table gateways drop constraint broken`)
    expect(broken.status).toBe(500)
    expect(await count(gateways)).toBe(before + 100)
    expect((await send(gateways, file, { headers })).body.result).toEqual({ created: 120, errors: [] })
    expect(await count(gateways)).toBe(before + 120)
  })
})

describe('a large import', () => {
  it('imports thousands of rows without blocking other requests', async () => {
    const rows = Array.from({ length: 3000 }, () => sensorDraft())
    const sensors = resources[1]
    const importing = send(sensors, fileOf(sensors, rows))
    let isOver = false
    const done = importing.finally(() => (isOver = true))
    const others: { status: number; inBetween: boolean }[] = []
    // If the import blocked the database, only the first call would be answered before its end.
    for (let times = 0; times < 6; times += 1) {
      const { status } = await call('GET', '/api/v1/gateways?pageSize=1')
      others.push({ status, inBetween: !isOver })
    }
    expect(others).toEqual(others.map(() => ({ status: 200, inBetween: true })))
    expect((await done).body.result).toEqual({ created: 3000, errors: [] })
  }, 120_000)
})
