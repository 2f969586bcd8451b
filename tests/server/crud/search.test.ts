// Folds text by functions that may differ between the engines.
// @module-tag both-engines
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { resources } from '../../../src/contract/index'
import { searchWords } from '../../../src/contract/list'
import { byRow, searched } from '../../../src/server/crud/search'
import { tableName, tableOf } from '../../../src/server/crud/table'
import { insertPlant, insertPlantRequest, insertSensor } from '../../support/rows/rows'
import { callAt, emptiedServer } from '../../support/server/hooks'

const server = emptiedServer()
const call = callAt(server, beforeEach)

const found = async (path: string, field: string, q: string) => {
  const { body } = await call<{ result: Record<string, string>[] }>('GET', `${path}?q=${encodeURIComponent(q)}&sort=${field}`)
  return body.result.map((row) => row[field])
}
const sensors = (q: string) => found('/api/v1/sensors', 'name', q)
const plants = (q: string) => found('/api/v2/plants', 'title', q)
const requests = (q: string) => found('/api/v1/plant_requests', 'requestedName', q)

describe('the search of a list', () => {
  it('finds an EUI as it is printed on a label', async () => {
    await insertSensor(server.db, { name: 'Bench', eui: 'A84041FFFF000206' })
    await insertSensor(server.db, { name: 'Shelf', eui: 'A4C138000001' })
    for (const q of ['a8:40:41:ff:ff:00:02:06', 'A8-40-41-FF-FF-00-02-06', ' a840.41ff.ff00.0206', 'A84041FF FF000206'])
      expect([q, await sensors(q)]).toEqual([q, ['Bench']])
    expect(await sensors('a4:c1:38:00:00:01')).toEqual(['Shelf'])
    expect(await sensors('a8:40:41:ff:ff:00:02:07')).toEqual([])
  })

  it('finds names with and without accents by either', async () => {
    for (const name of ['Almería roof', 'Almeria bench', 'Ångström', 'Ёлка']) await insertSensor(server.db, { name })
    for (const q of ['almeria', 'ALMERÍA', 'almeri\u0301a']) expect(await sensors(q)).toEqual(['Almeria bench', 'Almería roof'])
    for (const q of ['angstrom', 'ÅNG', 'a']) expect(await sensors(q)).toContain('Ångström')
    expect(await sensors('елка')).toEqual(['Ёлка'])
  })

  it('finds names with any apostrophe or dash by any other', async () => {
    const names = ["Bird's-nest fern", 'Bird’s–nest fern']
    for (const scientific_name of names) await insertPlant(server.db, { scientific_name })
    for (const requested_name of names) await insertPlantRequest(server.db, { requested_name })
    for (const q of ["Bird's-nest", 'Bird’s-nest', 'bird‘s‑nest', 'birdʼs—nest', 'Bird´s-nest']) {
      expect([q, await plants(q)]).toEqual([q, names])
      expect([q, await requests(q)]).toEqual([q, names])
    }
  })

  it('finds each word in any field and order, whatever the blanks', async () => {
    await insertPlant(server.db, { scientific_name: 'Monstera deliciosa', cultivar: 'Thai Constellation', family: 'Araceae' })
    await insertPlant(server.db, { scientific_name: 'Monstera adansonii', family: 'Araceae' })
    for (const q of ['monstera thai', 'thai   monstera', 'araceae\u00a0thai', 'monstera d'])
      expect([q, await plants(q)]).toEqual([q, ["Monstera deliciosa 'Thai Constellation'"]])
    expect(await plants('monstera vera')).toEqual([])
    // One or two letters are looked for as a word, not in one.
    expect(await plants('monstera el')).toEqual([])
    expect(await plants('a  deliciosa')).toEqual(["Monstera deliciosa 'Thai Constellation'"])
  })

  it('finds a number beside a name, and not every row of which another field begins with it', async () => {
    for (const [name, eui] of [
      ['Roof 1', '1000000000000001'],
      ['Roof 2 (north)', '1000000000000002'],
      ['Roof-12', '1000000000000003'],
    ] as const)
      await insertSensor(server.db, { name, eui })
    expect(await sensors('roof 1')).toEqual(['Roof 1'])
    expect(await sensors('2 roof')).toEqual(['Roof 2 (north)'])
    expect(await sensors('north 2')).toEqual(['Roof 2 (north)'])
    expect(await sensors('12 roof')).toEqual(['Roof-12'])
    // Alone, it finds what begins with it.
    expect(await sensors('1')).toHaveLength(3)
  })

  it('finds the same where no index serves it', async () => {
    for (const name of ['Almería roof', 'Almeria bench', 'Ёлка', 'Étage 2']) await insertSensor(server.db, { name })
    for (const q of ['almeria', 'e', 'roof a', 'a r', 'ria roof', 'zzz']) {
      const { rows } = await server.db.query<{ name: string }>(
        sql`select name from sensors v where ${searched(q, sql`v.search`, byRow)} order by name`,
      )
      expect([q, rows.map(({ name }) => name)]).toEqual([q, await sensors(q)])
    }
  })

  it('compares the first eight words', async () => {
    await insertSensor(server.db, { name: 'One two three four five six seven eight' })
    expect(await sensors('eight seven six five four three two one nine')).toHaveLength(1)
    expect(await sensors('nine eight seven six five four three two one')).toEqual([])
  })

  it('takes wildcards literally, also wide ones', async () => {
    for (const name of ['Half 50% é', 'Under_score é', 'Back\\slash é']) await insertSensor(server.db, { name })
    for (const q of ['50%', '50％']) expect(await sensors(q)).toEqual(['Half 50% é'])
    for (const q of ['r_s', 'r＿s']) expect(await sensors(q)).toEqual(['Under_score é'])
    for (const q of ['k\\s', 'k＼s', '\\', '＼']) expect(await sensors(q)).toEqual(['Back\\slash é'])
    expect(await sensors('\u0301')).toEqual([])
  })

  it('reads what is typed as the database reads what is stored', async () => {
    const ranges = [
      [0x80, 0x2fff],
      [0xac00, 0xac80],
      [0xff00, 0xffef],
    ] as const
    const stored = ranges
      .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)))
      .filter((character) => character.trim() !== '')
    const typed = stored.map((character) => searchWords(character).join(''))
    const { rows } = await server.db.query<{ stored: string; typed: string }>(sql`
      select stored, typed from unnest(${stored}::text[], ${typed}::text[]) as pairs (stored, typed)
      where btrim(unaccented(stored)) <> unaccented(typed)`)
    expect(rows).toEqual([])
  })

  it.each(resources.map((resource) => [tableName(resource.path), resource] as const))(
    'is served by the indexes of %s',
    async (name, resource) => {
      const plan = await server.db.transaction(async (tx) => {
        await tx.query(sql`set local enable_seqscan = off`)
        const { rows } = await tx.query<Record<string, string>>(
          sql`explain select v.id from ${tableOf(resource).table} v where ${searched('almeria roof')}`,
        )
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      })
      expect(plan).toContain(`Bitmap Index Scan on ${name}_search `)
      expect(plan).toContain(`Bitmap Index Scan on ${name}_search_unaccented `)
    },
  )
})
