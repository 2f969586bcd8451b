import { beforeEach, describe, expect, it } from 'vitest'
import { plantParts } from '../../../src/contract/plants'
import type { AnyResult } from '../../support/server/calls'
import { callAt, emptiedServer } from '../../support/server/hooks'
import {
  insertHumidityGroup,
  insertLightGroup,
  insertPlant,
  insertPlantRequest,
  insertSensor,
  insertTemperatureGroup,
  insertTroubleshoot,
  plantDraft,
} from '../../support/rows/rows'

const server = emptiedServer()
const call = callAt(server, beforeEach)

const create = (changes: object = {}) => call('POST', '/api/v1/plants', { body: plantDraft(changes) })
const read = async (id: string) => (await call('GET', `/api/v1/plants/${id}`)).body.result

describe('a plant’s record', () => {
  it('needs only a scientific name and a status, and lists what it lacks', async () => {
    const { status, body } = await call('POST', '/api/v1/plants', { body: { scientificName: 'Hoya kerrii', status: 'draft' } })
    expect(status).toBe(201)
    expect(body.result).toMatchObject({ title: 'Hoya kerrii', commonNames: [], synonyms: [], completenessPct: 0 })
    expect(body.result['care']).toEqual({ watering: null, sunlight: null, soil: null, pruning: null, fertilization: null })
    expect(body.result['missing']).toEqual(plantParts)
  })

  it('is complete when every part is there, and not before', async () => {
    const groups = {
      humidityGroupId: await insertHumidityGroup(server.db),
      temperatureGroupId: await insertTemperatureGroup(server.db),
      lightGroupId: await insertLightGroup(server.db),
    }
    const care = { watering: 'a', sunlight: 'b', soil: 'c', pruning: 'd', fertilization: 'e' }
    const whole = { ...groups, care, soilEcMin: 200, soilEcMax: 900, imageUrl: 'https://example.org/hoya.jpg' }
    const { body } = await create(whole)
    expect(body.result).toMatchObject({ completenessPct: 100, missing: [] })
    const changed = await call('PUT', `/api/v1/plants/${body.result.id}`, { body: { care: { pruning: null } } })
    expect(changed.body.result).toMatchObject({ completenessPct: 93, missing: ['pruning'], care: { ...care, pruning: null } })
  })

  it('names its groups, and counts its sensors, its troubleshoots and the request that it fulfils', async () => {
    const humidityGroupId = await insertHumidityGroup(server.db, { name: 'Rainforest' })
    const { id } = (await create({ humidityGroupId })).body.result
    await insertSensor(server.db, { plant_id: id })
    await insertTroubleshoot(server.db, { plant_id: id })
    await insertTroubleshoot(server.db, { plant_id: id })
    await insertPlantRequest(server.db, { status: 'published', published_plant_id: id })
    const counts = { sensorsCount: 1, troubleshootsCount: 2, requestsCount: 1 }
    expect(await read(id)).toMatchObject({ humidityGroupName: 'Rainforest', ...counts })
  })

  it.each([
    [{ phMin: 7, phMax: 6 }, 'phMax'],
    [{ phMin: 6, phMax: null }, 'phMax'],
    [{ phMin: 6, phMax: 15 }, 'phMax'],
    [{ soilEcMin: -1, soilEcMax: 5 }, 'soilEcMin'],
    [{ commonNames: [{ lang: 'english', name: 'Wax plant' }] }, 'commonNames[0].lang'],
    [{ commonNames: [{ lang: 'en', name: 'Wax plant', rank: 1 }] }, 'commonNames[0].rank'],
    [
      {
        commonNames: [
          { lang: 'en', name: 'Wax plant' },
          { lang: 'en', name: 'wax PLANT' },
        ],
      },
      'commonNames[1].name',
    ],
    [{ commonNames: 'Wax plant' }, 'commonNames'],
    [{ commonNames: [null] }, 'commonNames[0]'],
    [{ synonyms: ['Hoya picta', 'hoya PICTA'] }, 'synonyms'],
    [{ synonyms: [5] }, 'synonyms[0]'],
    [{ care: { watering: 'x'.repeat(1001) } }, 'care.watering'],
    [{ care: { colour: 'green' } }, 'care.colour'],
    [{ care: null }, 'care'],
    [{ toxicity: 'deadly' }, 'toxicity'],
    [{ imageUrl: 'http://example.org/a.jpg' }, 'imageUrl'],
    [{ imageUrl: 'https://user@example.org/a.jpg' }, 'imageUrl'],
    [{ sourceUrl: 'javascript:alert(1)' }, 'sourceUrl'],
    [{ humidityGroupId: '01890000-0000-7000-8000-000000000000' }, 'humidityGroupId'],
    [{ completenessPct: 100 }, 'completenessPct'],
  ])('is refused with %j, naming %s', async (changes, field) => {
    const { status, body } = await create(changes)
    expect([status, body.code]).toEqual([422, 'invalid'])
    expect(Object.keys(body.fields)).toContain(field)
  })

  it.each([
    [{ cultivar: null }, { scientificName: 'hoya CARNOSA', cultivar: null }],
    [{ cultivar: 'Tricolor' }, { scientificName: 'Hoya carnosa', cultivar: 'tricolor' }],
    [{ cultivar: 'Tricolor' }, { scientificName: "Hoya carnosa 'TRICOLOR'", cultivar: null }],
    [
      { scientificName: "Hoya carnosa 'Tricolor'", cultivar: null },
      { scientificName: 'Hoya carnosa', cultivar: 'Tricolor' },
    ],
  ])('is not made twice: %j, then %j', async (first, second) => {
    const one = await create({ scientificName: 'Hoya carnosa', ...first })
    const { status, body } = await create(second)
    expect([status, body.code]).toEqual([409, 'taken'])
    expect(body.holder).toEqual({ id: one.body.result.id, name: one.body.result['title'] })
    expect(body.fields).toHaveProperty('cultivar')
  })

  it('may share its species with other cultivars', async () => {
    const statuses = []
    for (const cultivar of [null, 'Tricolor', 'Krimson Queen'])
      statuses.push((await create({ scientificName: 'Hoya carnosa', cultivar })).status)
    expect(statuses).toEqual([201, 201, 201])
  })

  it('cannot be deleted while it has sensors, and is deleted with its troubleshoots', async () => {
    const { id } = (await create()).body.result
    const sensor = await insertSensor(server.db, { plant_id: id, name: 'Bench 3' })
    const other = (await create()).body.result
    await insertTroubleshoot(server.db, { plant_id: other.id })
    const { status, body } = await call('DELETE', `/api/v1/plants/${id}`)
    expect([status, body.code, body.users]).toEqual([409, 'in_use', { total: 1, rows: [{ id: sensor, name: 'Bench 3' }] }])
    expect((await call('DELETE', `/api/v1/plants/${other.id}`)).status).toBe(204)
    expect((await call('GET', `/api/v1/troubleshoots?plantId=${other.id}`)).body.meta.total).toBe(0)
  })

  it.each(['Wachsblume', 'asclepias', 'APOCYN', 'wax pl'])('is found in the list by %s', async (text) => {
    const { id } = (await create()).body.result
    await create({ scientificName: 'Ficus lyrata', family: 'Moraceae', commonNames: [], synonyms: [] })
    const { body } = await call<{ result: AnyResult[] }>('GET', `/api/v2/plants?q=${encodeURIComponent(text)}`)
    expect(body.result.map((row) => row.id)).toEqual([id])
  })
})

describe('the calls that answer all plants', () => {
  it('list all of them in v1: in compact form, by name, however many', async () => {
    for (let at = 0; at < 30; at++) await insertPlant(server.db)
    const { body } = await call<{ result: AnyResult[]; meta?: object }>('GET', '/api/v1/plants')
    expect(body.meta).toBeUndefined()
    expect(body.result).toHaveLength(30)
    expect(Object.keys(body.result[0] ?? {})).toEqual([
      'id',
      'version',
      'title',
      'scientificName',
      'cultivar',
      'family',
      'status',
    ])
    const titles = body.result.map((row) => String(row['title']))
    expect(titles).toEqual(titles.toSorted())
  })

  it('name them for pickers', async () => {
    const id = await insertPlant(server.db, { scientific_name: 'Monstera deliciosa', cultivar: 'Albo' })
    const { body } = await call('GET', '/api/v1/plants/all/names')
    expect(body.result).toEqual([{ id, name: "Monstera deliciosa 'Albo'", status: 'published' }])
  })

  it('return the three kinds of groups at once', async () => {
    await insertHumidityGroup(server.db, { name: 'Wet' })
    await insertHumidityGroup(server.db, { name: 'Dry' })
    await insertTemperatureGroup(server.db, { name: 'Warm' })
    const { body } = await call<{ result: Record<string, AnyResult[]> }>('GET', '/api/v1/plants/all/groups')
    const names = Object.entries(body.result).map(([kind, rows]) => [kind, rows.map((row) => row['name'])])
    expect(names).toEqual([
      ['humidityGroups', ['Dry', 'Wet']],
      ['temperatureGroups', ['Warm']],
      ['lightGroups', []],
    ])
  })

  it.each(['/api/v1/plants', '/api/v1/plants/all/names', '/api/v1/plants/all/groups'])(
    'refuse a parameter that would promise a part: %s',
    async (url) => {
      const { status, body } = await call('GET', `${url}?page=2`)
      expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'bad_query', ['page']])
    },
  )
})

describe('the search for plants', () => {
  interface Found {
    readonly result: readonly { readonly title: string; readonly match: string; readonly matchedName: string }[]
  }
  const search = (query: string) => call<Found>('GET', `/api/v1/plants/search/list?${query}`)
  const found = async (text: string) =>
    (await search(`q=${encodeURIComponent(text)}`)).body.result.map(({ title, match, matchedName }) => [
      title,
      match,
      matchedName,
    ])

  beforeEach(async () => {
    const plants: [string, [string, string][], string[]][] = [
      ['Dracaena trifasciata', [['en', "Mother-in-law's tongue"], ['de', 'Bogenhanf']], ['Sansevieria trifasciata']], // oxfmt-ignore
      ['Monstera deliciosa', [['en', 'Swiss cheese plant'], ['de', 'Fensterblatt']], []], // oxfmt-ignore
      ['Monstera adansonii', [['en', 'Swiss cheese vine']], []],
      ['Aloe', [], []],
      ['Aloe vera', [['en', 'True aloe']], []],
      ['Gasteraloe', [], []],
    ]
    for (const [scientific_name, names, synonyms] of plants)
      await insertPlant(server.db, { scientific_name, common_names: names.map(([lang, name]) => ({ lang, name })), synonyms })
  })

  it('ranks the name itself before its beginning, a word’s beginning and any part', async () => {
    await insertPlant(server.db, { scientific_name: 'Haworthia', common_names: [{ lang: 'en', name: 'Little aloe' }] })
    expect(await found('ALOE')).toEqual([
      ['Aloe', 'exact', 'Aloe'],
      ['Aloe vera', 'prefix', 'Aloe vera'],
      ['Haworthia', 'word', 'Little aloe'],
      ['Gasteraloe', 'part', 'Gasteraloe'],
    ])
  })

  it('says by which name it found a plant', async () => {
    expect(await found('bogen')).toEqual([['Dracaena trifasciata', 'prefix', 'Bogenhanf']])
    expect(await found('sansevieria trifasciata')).toEqual([['Dracaena trifasciata', 'exact', 'Sansevieria trifasciata']])
    expect(await found('tongue')).toEqual([['Dracaena trifasciata', 'word', "Mother-in-law's tongue"]])
    expect(await found('law')).toEqual([['Dracaena trifasciata', 'word', "Mother-in-law's tongue"]])
  })

  it('tolerates small typing errors', async () => {
    expect(await found('delicosa')).toEqual([['Monstera deliciosa', 'similar', 'Monstera deliciosa']])
    expect(await found('sanseveria')).toEqual([['Dracaena trifasciata', 'similar', 'Sansevieria trifasciata']])
  })

  it('finds names without their accents, by other apostrophes, and by words in any order', async () => {
    await insertPlant(server.db, {
      scientific_name: 'Strelitzia',
      common_names: [{ lang: 'fr', name: 'Oiseau de paradis géant' }],
    })
    expect(await found('oiseau  de paradis geant')).toEqual([['Strelitzia', 'exact', 'Oiseau de paradis géant']])
    expect(await found('géant')).toEqual([['Strelitzia', 'word', 'Oiseau de paradis géant']])
    expect(await found('mother‑in‑law’s')).toEqual([['Dracaena trifasciata', 'prefix', "Mother-in-law's tongue"]])
    expect((await found('vine  adans'))[0]).toEqual(['Monstera adansonii', 'similar', expect.any(String)])
    expect(await found('paradys geant')).toEqual([['Strelitzia', 'similar', 'Oiseau de paradis géant']])
  })

  it('puts archived plants last among equals', async () => {
    await insertPlant(server.db, { scientific_name: 'Monstera acuminata', status: 'archived' })
    expect((await found('monstera')).map(([title]) => title).at(-1)).toBe('Monstera acuminata')
  })

  it('respects the limit, and takes text literally', async () => {
    expect((await search('q=monstera&limit=1')).body.result).toHaveLength(1)
    for (const text of ['%', '_', '\\', "'", '(', 'zzz'])
      expect([text, (await search(`q=${encodeURIComponent(text)}`)).status]).toEqual([text, 200])
    for (const text of ['%', '\u0301']) expect(await found(text)).toEqual([])
  })

  it.each([
    '',
    'q=',
    'q=%20',
    'q=a&q=b',
    'q=%00',
    `q=${'x'.repeat(201)}`,
    'q=a&limit=0',
    'q=a&limit=51',
    'q=a&limit=x',
    'q=a&page=2',
  ])('refuses ?%s', async (query) => {
    const { status, body } = await call('GET', `/api/v1/plants/search/list?${query}`)
    expect([status, body.code]).toEqual([400, 'bad_query'])
  })
})
