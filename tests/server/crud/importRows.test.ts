import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { string } from 'yup'
import { gateways } from '../../../src/contract/gateways'
import { plants } from '../../../src/contract/plants'
import { createPath, itemPath } from '../../../src/contract/resource'
import { sensors } from '../../../src/contract/sensors'
import { troubleshoots } from '../../../src/contract/troubleshoots'
import { importRows } from '../../../src/server/crud/import'
import { findNamed, putIds } from '../../../src/server/crud/importReferences'
import type { Database } from '../../../src/server/db/database'
import { fillAll, requiredDrafts } from '../../support/rows/fill'
import { fileOf, importing } from '../../support/rows/importing'
import {
  gatewayDraft,
  insertFirmware,
  insertHardware,
  insertPlant,
  insertTroubleshoot,
  sensorDraft,
  troubleshootDraft,
  unique,
} from '../../support/rows/rows'

const { server, call, send, dryRun, gatewayFile, hardwareId } = importing()

describe('a row of an import', () => {
  it('is reported with its first line, also after cells of several lines', async () => {
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
        { line: 5, field: 'name', message: 'Name must be at least 2 characters' },
        { line: 9, field: 'latitude', message: 'Latitude must be at most 90 °' },
        { line: 11, field: '', message: 'This row has 2 cells, and the header has 13' },
      ],
    })
  })

  it('is reported with every fault on its column', async () => {
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
      reportingIntervalS: 'Reporting interval must be a number',
      tags: 'Tag must be at most 30 characters',
      updateChannel: 'Update channel must be one of stable, beta, alpha',
    })
  })

  it('is reported once with a fault that several entries of a list have', async () => {
    const tags = ['x', 'y', 'z'].map((letter) => letter.repeat(31))
    const { body } = await dryRun(gateways, gatewayFile({ tags }))
    expect(body.result.errors).toEqual([{ line: 2, field: 'tags', message: 'Tag must be at most 30 characters' }])
  })

  it('is subject to the rules of its area', async () => {
    const old = await insertHardware(server.db, { status: 'eol', model: 'Old' })
    const { body } = await send(gateways, gatewayFile({ hardwareId: old }, {}))
    expect(body.result).toEqual({
      created: 1,
      errors: [
        { line: 2, field: 'hardwareId', message: 'Fernwerk Old r1 is at its end of life and cannot be assigned to new gateways' },
      ],
    })
  })

  it('is refused when an earlier row has its EUI, in a dry run as well', async () => {
    const eui = `70B3D57ED9${unique()}`
    const file = gatewayFile({ eui }, {}, { eui: eui.toLowerCase().replace(/(..)(?=.)/g, '$1:') })
    expect((await dryRun(gateways, file)).body.result).toEqual({
      created: 2,
      errors: [{ line: 4, field: 'eui', message: 'EUI is also in line 2' }],
    })
    const { created, errors } = (await send(gateways, file)).body.result
    expect([created, errors.map(({ line, field }) => [line, field])]).toEqual([2, [[4, 'eui']]])
  })

  it('is refused when an earlier row has the same of several fields together, which are all named', async () => {
    const draft = { ...(await requiredDrafts['Plant']?.(server.db)), scientificName: `Hoya ${unique()}` }
    expect((await dryRun(plants, fileOf(plants, [draft, draft]))).body.result).toEqual({
      created: 1,
      errors: [{ line: 3, field: 'cultivar', message: 'Scientific name and cultivar are also in line 2' }],
    })
  })

  it('is no repetition of itself when a deadlock ends a dry run, which is then run again', async () => {
    let isFirst = true
    const db: Database = {
      ...server.db,
      transaction: (work) =>
        server.db.transaction((tx) =>
          work({
            ...tx,
            query(statement) {
              if (!isFirst || !statement.sql.includes('insert into audit_entries')) return tx.query(statement)
              isFirst = false
              return Promise.reject(Object.assign(new Error('deadlock detected'), { code: '40P01' }))
            },
          }),
        ),
    }
    const bytes = Buffer.from(gatewayFile({}, {}))
    const { rows } = await server.db.query<{ id: string }>(sql`select id from users`)
    const actor = { userId: rows[0]?.id ?? '', requestId: 'a dry run' }
    const outcome = await importRows({ db, resource: gateways, hooks: {} }, { bytes, dryRun: true, request: null }, actor)
    expect([isFirst, outcome]).toEqual([false, { created: 2, errors: [] }])
  })

  it('may refer to another row by its name, in any case', async () => {
    const gateway = (await call('POST', createPath(gateways), { body: gatewayDraft(hardwareId()) })).body.result
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

  it('is placed after the earlier rows in areas that order rows', async () => {
    const plantId = await insertPlant(server.db)
    await insertTroubleshoot(server.db, { plant_id: plantId, sort_order: 6 })
    // More rows than one transaction creates.
    const drafts = Array.from({ length: 60 }, () => ({ ...troubleshootDraft(plantId), sortOrder: undefined }))
    expect((await send(troubleshoots, fileOf(troubleshoots, drafts))).body.result).toEqual({ created: 60, errors: [] })
    const { rows } = await server.db.query<{ symptom: string; at: number }>(sql`
      select symptom, sort_order as at from troubleshoots where plant_id = ${plantId} and sort_order > 6 order by sort_order`)
    expect(rows).toEqual(drafts.map(({ symptom }, place) => ({ symptom, at: 7 + place })))
  })

  it('is not assigned a firmware that may not be assigned', async () => {
    const firmware = await insertFirmware(server.db, [hardwareId()], { status: 'revoked' })
    const { body } = await send(gateways, gatewayFile({ targetFirmwareId: firmware }, {}))
    expect([body.result.created, body.result.errors]).toEqual([
      1,
      [{ line: 2, field: 'targetFirmwareId', message: expect.stringMatching(/is revoked: only a released firmware/) }],
    ])
  })

  it('needs an id when several rows have the name', async () => {
    await fillAll(server.db)
    await server.db.query(sql`update users set fullname = 'Sam Both' where email <> 'admin@example.com'`)
    const column = { name: 'ownerId', label: 'Owner', required: false, reference: 'User', field: string().describe() }
    const found = await findNamed(server.db, [column], [{ ownerId: 'sam both' }])
    const draft = { ownerId: 'sam both' }
    expect(putIds(draft, [column], found)).toEqual(new Map([['ownerId', '2 users are called sam both: use the id']]))
  })

  it('is audited like a create', async () => {
    const name = `Audited ${unique()}`
    await send(gateways, gatewayFile({ name }))
    const { rows } = await server.db.query(
      sql`select action, subject, before, after ->> 'name' as name from audit_entries where after ->> 'name' = ${name}`,
    )
    expect(rows).toEqual([{ action: 'created', subject: 'Gateway', before: null, name }])
  })
})
