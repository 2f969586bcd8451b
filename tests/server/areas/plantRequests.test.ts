import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { movesFrom } from '../../../machines/plantRequestMachine'
import { plantRequestStatuses } from '../../../src/contract/plantRequests'
import { callAt, oneServer } from '../../support/hooks'
import {
  insertHumidityGroup,
  insertLightGroup,
  insertPlant,
  insertPlantRequest,
  insertTemperatureGroup,
  unique,
} from '../../support/rows'

const server = oneServer()
const call = callAt(server)
let groups: { humidityGroupId: string; temperatureGroupId: string; lightGroupId: string }

beforeAll(async () => {
  groups = {
    humidityGroupId: await insertHumidityGroup(server.db),
    temperatureGroupId: await insertTemperatureGroup(server.db),
    lightGroupId: await insertLightGroup(server.db),
  }
})

const url = (id: string) => `/api/v1/plant_requests/${id}`
const put = (id: string, body: object, version?: number) =>
  call('PUT', url(id), { body, ...(version !== undefined && { headers: { 'if-match': `"${version}"` } }) })
const publish = (id: string, headers: Record<string, string> = {}) =>
  call('POST', `/api/v1/plant_requests/publish/${id}`, { headers })
const read = async (id: string) => (await call('GET', url(id))).body.result
const request = (columns: object = {}) => insertPlantRequest(server.db, { ...columns })
const complete = (changes: object = {}) => ({ scientificName: `Alocasia ${unique()}`, ...groups, ...changes })
const plantsNamed = async (name: string) =>
  (await server.db.query<{ status: string }>(sql`select status from plants where scientific_name = ${name}`)).rows
const rejected = { rejection_reason: 'unverifiable', status: 'rejected' }

describe('the demand of a plant request', () => {
  it('counts the open requests for its name, whatever their case, blanks and composition', async () => {
    const name = `Ångström fern ${unique()}`
    const first = await request({ requested_name: name })
    await request({ requested_name: ` ${name.normalize('NFD').toUpperCase().replace(' ', '  ')}`.trim(), status: 'in_review' })
    await request({ requested_name: name, status: 'approved' })
    await request({ requested_name: name, status: 'published' })
    const closed = await request({ requested_name: name, ...rejected })
    await request({ requested_name: `${name} minor` })

    expect((await read(first))['demandCount']).toBe(3)
    expect((await read(closed))['demandCount']).toBe(3)
  })

  it('goes with a request that is renamed, turned down or taken up again', async () => {
    const [one, other] = [`Rose ${unique()}`, `Rose ${unique()}`]
    const [first, second] = [await request({ requested_name: one }), await request({ requested_name: one })]
    const third = await request({ requested_name: other })
    const demands = async () => Promise.all([first, second, third].map(async (id) => (await read(id))['demandCount']))

    await put(second, { requestedName: other })
    expect(await demands()).toEqual([1, 2, 2])
    await put(third, { status: 'rejected', rejectionReason: 'not_a_plant' })
    expect(await demands()).toEqual([1, 1, 1])
    await put(third, { status: 'in_review' })
    expect(await demands()).toEqual([1, 2, 2])
  })

  it('is exact when all that ask for a name are turned down at once', async () => {
    const name = `Ivy ${unique()}`
    const ids = await Promise.all(Array.from({ length: 10 }, () => request({ requested_name: name })))
    const answers = await Promise.all(ids.map((id) => put(id, { status: 'rejected', rejectionReason: 'not_a_plant' })))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await read(ids[0] ?? ''))['demandCount']).toBe(0)
  })

  it('orders the list that asks for no order, and then the age', async () => {
    const name = `Rare ${unique()}`
    const at = (day: number) => ({ created_at: new Date(Date.UTC(2026, 0, day)) })
    const wanted = `${name} wanted`
    const one = await request({ requested_name: wanted, ...at(9) })
    const two = await request({ requested_name: wanted, ...at(8) })
    const old = await request({ requested_name: `${name} alone`, ...at(1) })
    const late = await request({ requested_name: `${name} late`, ...at(2) })
    const { body } = await call<{ result: { id: string }[] }>('GET', `/api/v1/plant_requests?q=${encodeURIComponent(name)}`)

    expect(body.result.map(({ id }) => id)).toEqual([two, one, old, late])
  })
})

describe('the counts', () => {
  it('tell how many requests there are in each status', async () => {
    const counts = async () => (await call('GET', '/api/v1/plant_requests/counts')).body.result
    const before = await counts()
    await request()
    await request(rejected)
    const after = await counts()

    expect(Object.keys(after).toSorted()).toEqual(plantRequestStatuses.toSorted())
    expect(after).toEqual({ ...before, requested: Number(before['requested']) + 1, rejected: Number(before['rejected']) + 1 })
  })

  it('need a session', async () => {
    const { status } = await server.fetch('/api/v1/plant_requests/counts')
    expect(status).toBe(401)
  })
})

describe('a move of a plant request', () => {
  const targets = { in_review: 'review', approved: 'approve', rejected: 'reject' } as const
  const bodies = { in_review: {}, approved: {}, rejected: { rejectionReason: 'not_a_plant' } }
  const cases = plantRequestStatuses.flatMap((from) =>
    (['in_review', 'approved', 'rejected'] as const)
      .filter((to) => to !== from)
      .map((to) => ({ from, to, legal: movesFrom(from).includes(targets[to]) })),
  )

  it.each(cases)('from $from to $to is made: $legal', async ({ from, to, legal }) => {
    const id = await request(from === 'rejected' ? rejected : { status: from })
    const { status, body } = await put(id, { status: to, ...bodies[to] })

    if (legal) expect([status, body.result['status']]).toEqual([200, to])
    else {
      expect([status, body.code]).toEqual([409, 'conflict'])
      expect(body.message).toMatch(/^A plant request that is .+ cannot be .+: /)
      expect((await read(id))['status']).toBe(from)
    }
  })

  it.each(['in_review', 'approved', 'rejected', 'published'])('back to requested from %s is none', async (status) => {
    const id = await request(status === 'rejected' ? rejected : { status })
    expect((await put(id, { status: 'requested' })).status).toBe(409)
  })

  it('to published is no change of the status, not even from approved', async () => {
    const draft = complete()
    const id = await request({ status: 'approved', draft })
    const { status, body } = await put(id, { status: 'published' })

    expect([status, body.message]).toEqual([409, 'A plant request is published by a call of its own'])
    expect(await plantsNamed(draft.scientificName)).toEqual([])
  })

  it('says who made it, and when it was decided', async () => {
    const id = await request()
    const before = await read(id)
    expect(before).toMatchObject({ reviewerId: null, decidedAt: null })
    const reviewed = (await put(id, { status: 'in_review' })).body.result
    expect(reviewed).toMatchObject({ reviewerId: expect.any(String), reviewerName: expect.any(String), decidedAt: null })
    const approved = (await put(id, { status: 'approved' })).body.result
    expect(approved['decidedAt']).toEqual(expect.stringMatching(/^\d{4}-/))
  })

  it('is refused as stale when somebody else made one meanwhile, and answers the request as it is', async () => {
    const id = await request()
    await put(id, { status: 'in_review' }, 1)
    const { status, body } = await put(id, { status: 'rejected', rejectionReason: 'not_a_plant' }, 1)

    expect([status, body.code, body.result['status']]).toEqual([412, 'stale', 'in_review'])
  })

  it('made by twenty at once is made once', async () => {
    const id = await request()
    const answers = await Promise.all(Array.from({ length: 20 }, () => put(id, { status: 'in_review' }, 1)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 19 }, () => 412)])
  })

  it('is in the log with what was before', async () => {
    const id = await request()
    await put(id, { status: 'in_review' })
    const { rows } = await server.db.query(sql`
      select action, before ->> 'status' as before, after ->> 'status' as after from audit_entries where subject_id = ${id}`)
    expect(rows).toEqual([{ action: 'updated', before: 'requested', after: 'in_review' }])
  })
})

describe('a rejection', () => {
  it.each([
    ['no reason', {}, 'rejectionReason'],
    ['a reason of its own', { rejectionReason: 'ugly' }, 'rejectionReason'],
    ['another reason and no note', { rejectionReason: 'other' }, 'rejectionNote'],
    ['a duplicate of nothing', { rejectionReason: 'duplicate' }, 'duplicateOfPlantId'],
    [
      'a duplicate of no plant there is',
      { rejectionReason: 'duplicate', duplicateOfPlantId: '01890000-0000-7000-8000-000000000000' },
      'duplicateOfPlantId',
    ],
  ])('with %s is refused on its field', async (_what, body, field) => {
    const id = await request({ status: 'in_review' })
    const answer = await put(id, { status: 'rejected', ...body })

    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, [field]])
    expect((await read(id))['status']).toBe('in_review')
  })

  it('as a duplicate names the plant', async () => {
    const plantId = await insertPlant(server.db, { scientific_name: 'Zamia furfuracea' })
    const id = await request({ status: 'approved' })
    const { body } = await put(id, { status: 'rejected', rejectionReason: 'duplicate', duplicateOfPlantId: plantId })

    expect(body.result).toMatchObject({ duplicateOfPlantId: plantId, duplicateOfPlantName: 'Zamia furfuracea' })
  })

  it('for another reason forgets the plant that came with it', async () => {
    const plantId = await insertPlant(server.db)
    const id = await request()
    const { body } = await put(id, { status: 'rejected', rejectionReason: 'not_a_plant', duplicateOfPlantId: plantId })
    expect(body.result['duplicateOfPlantId']).toBeNull()
  })

  it('is forgotten when the request is taken into review again', async () => {
    const id = await request({
      rejection_reason: 'other',
      rejection_note: 'A lichen',
      status: 'rejected',
      decided_at: new Date(),
    })
    const { body } = await put(id, { status: 'in_review' })
    expect(body.result).toMatchObject({ status: 'in_review', rejectionReason: null, rejectionNote: null, decidedAt: null })
  })

  it('is no part of a request that is open', async () => {
    const { status, body } = await put(await request(), { rejectionNote: 'Hm' })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['rejectionNote']])
  })
})

describe('the draft of a plant request', () => {
  it('takes a plant’s fields, any of them, and comes back as it was sent', async () => {
    const draft = {
      scientificName: 'Alocasia cuprea',
      commonNames: [{ lang: 'de', name: 'Kupfer-Pfeilblatt' }],
      care: { watering: 'Keep moist', sunlight: null },
      ...groups,
    }
    const { status, body } = await put(await request(), { draft })
    expect([status, body.result['draft']]).toEqual([200, draft])
  })

  it.each([
    ['colour', { colour: 'red' }],
    ['status', { status: 'published' }],
    ['scientificName', { scientificName: 'x' }],
    ['commonNames[0].lang', { commonNames: [{ lang: 'German', name: 'Farn' }] }],
    ['phMax', { phMin: 7, phMax: 5 }],
    ['care.colour', { care: { colour: 'red' } }],
  ])('is refused for its %s', async (path, draft) => {
    const { status, body } = await put(await request(), { draft })
    expect([status, Object.keys(body.fields)]).toEqual([422, [`draft.${path}`]])
  })

  it.each(['published', 'rejected'] as const)('is not touched any more once the request is %s', async (status) => {
    const id = await request(status === 'rejected' ? rejected : { status })
    const { status: code, body } = await put(id, { notes: 'Late' })
    expect([code, body.code]).toEqual([409, 'conflict'])
    expect((await read(id))['version']).toBe(1)
  })
})

describe('publishing', () => {
  it('makes a published plant of the draft and settles the request, each with its entry in the log', async () => {
    const draft = complete({ family: 'Araceae', care: { watering: 'Keep moist' }, synonyms: ['Alocasia metallica'] })
    const id = await request({ status: 'approved', draft })
    const { status, headers, body } = await publish(id, { 'if-match': '"1"' })

    expect([status, headers.get('etag')]).toEqual([200, '"2"'])
    expect(body.result).toMatchObject({ status: 'published', publishedPlantName: draft.scientificName })
    const plantId = String(body.result['publishedPlantId'])
    const plant = (await call('GET', `/api/v1/plants/${plantId}`)).body.result
    expect(plant).toMatchObject({ ...draft, status: 'published', care: { watering: 'Keep moist', soil: null } })
    const { rows } = await server.db.query(sql`
      select action, subject from audit_entries where subject_id in (${id}, ${plantId}) order by id`)
    expect(rows).toEqual([
      { action: 'created', subject: 'Plant' },
      { action: 'published', subject: 'PlantRequest' },
    ])
  })

  it.each(['requested', 'in_review', 'rejected', 'published'])('is refused when the request is %s', async (status) => {
    const draft = complete()
    const id = await request({ draft, ...(status === 'rejected' ? rejected : { status }) })
    const answer = await publish(id)

    expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
    expect(answer.body.message).toContain('cannot be published')
    expect(await plantsNamed(draft.scientificName)).toEqual([])
  })

  it('twice makes one plant, and the second is shown it', async () => {
    const draft = complete()
    const id = await request({ status: 'approved', draft })
    const first = await publish(id)
    const second = await publish(id)

    expect([second.status, second.body.code]).toEqual([409, 'conflict'])
    expect(second.body.holder).toEqual({ id: first.body.result['publishedPlantId'], name: draft.scientificName })
    expect(await plantsNamed(draft.scientificName)).toHaveLength(1)
  })

  it('by twenty at once makes one plant', async () => {
    const draft = complete()
    const id = await request({ status: 'approved', draft })
    const answers = await Promise.all(Array.from({ length: 20 }, () => publish(id)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect(await plantsNamed(draft.scientificName)).toEqual([{ status: 'published' }])
  })

  it('of two requests for one plant at once makes one plant, and the other is told which', async () => {
    const draft = complete()
    const ids = [await request({ status: 'approved', draft }), await request({ status: 'approved', draft })]
    const answers = await Promise.all(ids.map((id) => publish(id)))

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const lost = answers.find(({ status }) => status === 409)
    expect([lost?.body.code, lost?.body.holder.name]).toEqual(['taken', draft.scientificName])
    expect(await plantsNamed(draft.scientificName)).toHaveLength(1)
  })

  it('names the plant that has the name already, whatever its case, and leaves the request approved', async () => {
    const draft = complete({ cultivar: 'Nebula' })
    const holder = await insertPlant(server.db, { scientific_name: draft.scientificName.toUpperCase(), cultivar: 'nebula' })
    const id = await request({ status: 'approved', draft })
    const { status, body } = await publish(id)

    expect([status, body.code, body.holder.id]).toEqual([409, 'taken', holder])
    expect(Object.keys(body.fields)).toEqual(['draft.cultivar'])
    expect(await read(id)).toMatchObject({ status: 'approved', version: 1, publishedPlantId: null })
  })

  it.each(['scientificName', 'humidityGroupId', 'temperatureGroupId', 'lightGroupId'])(
    'is refused on its field when the draft has no %s',
    async (field) => {
      const id = await request({ status: 'approved', draft: complete({ [field]: undefined }) })
      const { status, body } = await publish(id)

      expect([status, Object.keys(body.fields)]).toEqual([422, [`draft.${field}`]])
      expect(body.message).toMatch(/ is needed to publish$/)
    },
  )

  it('is refused on its field when a group has gone meanwhile', async () => {
    const id = await request({
      status: 'approved',
      draft: complete({ lightGroupId: '01890000-0000-7000-8000-000000000000' }),
    })
    const { status, body } = await publish(id)
    expect([status, body.fields]).toEqual([422, { 'draft.lightGroupId': 'Light group does not exist' }])
    expect((await read(id))['status']).toBe('approved')
  })

  it('is refused as stale when the draft was changed meanwhile', async () => {
    const id = await request({ status: 'approved', draft: complete() })
    await put(id, { notes: 'Look again' })
    const { status, body } = await publish(id, { 'if-match': '"1"' })
    expect([status, body.code, body.result['version']]).toEqual([412, 'stale', 2])
  })

  it.each(['01890000-0000-7000-8000-000000000000', '5', 'null'])('is answered 404 for the id %s', async (id) => {
    expect((await publish(id)).status).toBe(404)
  })

  it('needs a session', async () => {
    const { status } = await server.fetch(`/api/v1/plant_requests/publish/${await request()}`, { method: 'POST' })
    expect(status).toBe(401)
  })
})

describe('a plant that a request led to', () => {
  it('may be deleted: the request stays and says so no more', async () => {
    const id = await request({ status: 'approved', draft: complete() })
    const plantId = String((await publish(id)).body.result['publishedPlantId'])

    expect((await call('DELETE', `/api/v1/plants/${plantId}`)).status).toBe(204)
    expect(await read(id)).toMatchObject({ status: 'published', publishedPlantId: null, publishedPlantName: null })
  })
})
