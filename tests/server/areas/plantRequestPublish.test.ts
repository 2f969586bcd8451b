import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { ActivityPage } from '../../../src/contract/activity'
import { historyPath } from '../../../src/contract/bulk'
import { plantRequests } from '../../../src/contract/plantRequests'
import { callAt, oneServer } from '../../support/server/hooks'
import { plantRequestsOn, rejected } from '../../support/rows/plantRequests'
import { insertPlant, insertUser } from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)
const { complete, publish, put, read, request } = plantRequestsOn(server, call)
const plantsNamed = async (name: string) =>
  (await server.db.query<{ status: string }>(sql`select status from plants where scientific_name = ${name}`)).rows

describe('the draft of a plant request', () => {
  it('accepts any fields of a plant, and returns them unchanged', async () => {
    const draft = complete({
      commonNames: [{ lang: 'de', name: 'Kupfer-Pfeilblatt' }],
      care: { watering: 'Keep moist', sunlight: null },
    })
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

  it.each(['published', 'rejected'] as const)('cannot be changed once the request is %s', async (status) => {
    const id = await request(status === 'rejected' ? rejected : { status })
    const { status: code, body } = await put(id, { notes: 'Late' })
    expect([code, body.code]).toEqual([409, 'conflict'])
    expect((await read(id))['version']).toBe(1)
  })
})

describe('publishing', () => {
  it('creates a published plant and settles the request, each with an audit entry', async () => {
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

  it('keeps who approved the request, and when', async () => {
    const decided = {
      reviewer_id: await insertUser(server.db, 'Zoë Ångström', 'zoe@example.org'),
      decided_at: new Date('2026-01-05T10:00:00Z'),
    }
    const id = await request({ status: 'approved', draft: complete(), ...decided })
    expect((await publish(id)).body.result).toMatchObject({
      status: 'published',
      reviewerId: decided.reviewer_id,
      decidedAt: '2026-01-05T10:00:00.000Z',
    })
  })

  it.each(['requested', 'in_review', 'rejected', 'published'])('is refused when the request is %s', async (status) => {
    const draft = complete()
    const id = await request({ draft, ...(status === 'rejected' ? rejected : { status }) })
    const answer = await publish(id)

    expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
    expect(answer.body.message).toContain('cannot be published')
    expect(await plantsNamed(draft.scientificName)).toEqual([])
  })

  it('twice creates one plant, which the second answer names', async () => {
    const draft = complete()
    const id = await request({ status: 'approved', draft })
    const first = await publish(id)
    const second = await publish(id)

    expect([second.status, second.body.code]).toEqual([409, 'conflict'])
    expect(second.body.holder).toEqual({ id: first.body.result['publishedPlantId'], name: draft.scientificName })
    expect(await plantsNamed(draft.scientificName)).toHaveLength(1)
  })

  it('by twenty users at once creates one plant', async () => {
    const draft = complete()
    const id = await request({ status: 'approved', draft })
    const answers = await Promise.all(Array.from({ length: 20 }, () => publish(id)))

    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array<number>(19).fill(409),
    ])
    expect(await plantsNamed(draft.scientificName)).toEqual([{ status: 'published' }])
  })

  it('gives the plant the requested name, and settles the other requests for it', async () => {
    const draft = complete({ commonNames: [{ lang: 'de', name: 'Silberblatt' }] })
    const columns = { requested_name: 'Silver  Leaf' }
    const id = await request({ ...columns, status: 'approved', draft })
    const others = await Promise.all(
      (['requested', 'in_review', 'approved'] as const).map((status) => request({ requested_name: 'silver leaf', status })),
    )
    const done = await request({ ...columns, ...rejected })
    const plantId = (await publish(id)).body.result['publishedPlantId']
    const plant = (await call('GET', `/api/v1/plants/${String(plantId)}`)).body.result
    expect(plant['commonNames']).toEqual([
      { lang: 'de', name: 'Silberblatt' },
      { lang: 'en', name: 'Silver Leaf' },
    ])
    for (const other of others)
      expect(await read(other)).toMatchObject({ status: 'rejected', rejectionReason: 'duplicate', duplicateOfPlantId: plantId })
    expect(await read(done)).toMatchObject({ rejectionReason: 'unverifiable', version: 1 })
    const { rows } = await server.db.query(sql`
      select distinct action, user_id is not null as known from audit_entries where subject_id = any(${others})`)
    expect(rows).toEqual([{ action: 'updated', known: true }])
  })

  it('gives the plant no requested name that is too long for a common name', async () => {
    const commonNames = [{ lang: 'de', name: 'Silberblatt' }]
    const draft = complete({ commonNames })
    const id = await request({ requested_name: 'Silver leaf '.repeat(7).trim(), status: 'approved', draft })
    const { status, body } = await publish(id)
    expect(status).toBe(200)
    const plant = (await call('GET', `/api/v1/plants/${String(body.result['publishedPlantId'])}`)).body.result
    expect(plant['commonNames']).toEqual(commonNames)
  })

  it('fills in the proposed scientific name when the review begins', async () => {
    const id = await request({ proposed_scientific_name: 'Oxalis triangularis', draft: {} })
    expect((await put(id, { status: 'in_review' })).body.result['draft']).toMatchObject({
      scientificName: 'Oxalis triangularis',
    })
  })

  it('of two requests for one plant at once creates one plant, which the other answer names', async () => {
    const draft = complete()
    const ids = [await request({ status: 'approved', draft }), await request({ status: 'approved', draft })]
    const answers = await Promise.all(ids.map((id) => publish(id)))

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const lost = answers.find(({ status }) => status === 409)
    expect([lost?.body.code, lost?.body.holder.name]).toEqual(['taken', draft.scientificName])
    expect(await plantsNamed(draft.scientificName)).toHaveLength(1)
  })

  it('names the plant that has the name already, in any case, and leaves the request approved', async () => {
    const draft = complete({ cultivar: 'Nebula' })
    const holder = await insertPlant(server.db, { scientific_name: draft.scientificName.toUpperCase(), cultivar: 'nebula' })
    const id = await request({ status: 'approved', draft })
    const { status, body } = await publish(id)

    expect([status, body.code, body.holder.id]).toEqual([409, 'taken', holder])
    expect(Object.keys(body.fields)).toEqual(['draft.cultivar'])
    expect(await read(id)).toMatchObject({ status: 'approved', version: 1, publishedPlantId: null })
  })

  it('names the plant that has the name with the cultivar in another field', async () => {
    const { scientificName } = complete()
    const holder = await insertPlant(server.db, { scientific_name: scientificName, cultivar: 'Nebula' })
    const draft = complete({ scientificName: `${scientificName} 'Nebula'`, cultivar: null })
    const { status, body } = await publish(await request({ status: 'approved', draft }))
    expect([status, body.code, body.holder?.id]).toEqual([409, 'taken', holder])
  })

  it.each(['scientificName', 'humidityGroupId', 'temperatureGroupId', 'lightGroupId'])(
    'is refused on its field when the draft has no %s',
    async (field) => {
      const id = await request({ status: 'approved', draft: complete({ [field]: undefined }) })
      const { status, body } = await publish(id)

      expect([status, Object.keys(body.fields)]).toEqual([422, [`draft.${field}`]])
      expect(body.message).toMatch(/ is required to publish$/)
    },
  )

  it('is refused on its field when a group has been deleted since', async () => {
    const id = await request({
      status: 'approved',
      draft: complete({ lightGroupId: '01890000-0000-7000-8000-000000000000' }),
    })
    const { status, body } = await publish(id)
    expect([status, body.fields]).toEqual([422, { 'draft.lightGroupId': 'Light group does not exist' }])
    expect((await read(id))['status']).toBe('approved')
  })

  it('is refused as stale when the draft has been changed since', async () => {
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
  it('may be deleted: the request stays and no longer names it', async () => {
    const id = await request({ status: 'approved', draft: complete() })
    const plantId = String((await publish(id)).body.result['publishedPlantId'])

    expect((await call('DELETE', `/api/v1/plants/${plantId}`)).status).toBe(204)
    expect(await read(id)).toMatchObject({ status: 'published', publishedPlantId: null, publishedPlantName: null })
  })

  it('is named in the history of its request, when it is published, deleted and restored', async () => {
    const draft = complete()
    const id = await request({ status: 'approved', draft })
    const latest = async () =>
      (await call<ActivityPage>('GET', historyPath(plantRequests, id))).body.result[0]?.changes.map(
        ({ field, from, to }) => `${field}: ${String(from)} → ${String(to)}`,
      )
    const plantId = String((await publish(id)).body.result['publishedPlantId'])
    expect(await latest()).toEqual(['status: approved → published', `publishedPlantId: null → ${draft.scientificName}`])
    await call('DELETE', `/api/v1/plants/${plantId}`)
    expect(await latest()).toEqual([`publishedPlantId: ${draft.scientificName} → null`])
    await call('POST', `/api/v1/plants/${plantId}/restore`)
    expect(await latest()).toEqual([`publishedPlantId: null → ${draft.scientificName}`])
  })
})

describe('publishing many', () => {
  const many = (body: object) => call('POST', '/api/v1/plant_requests/bulk_publish', { body })

  it('publishes each complete one, and says why the others were not published', async () => {
    const ready = await Promise.all([1, 2].map(() => request({ status: 'approved', draft: complete() })))
    const bare = await request({ status: 'approved', draft: {} })
    const early = await request({ status: 'requested', draft: complete() })
    const { status, body } = await many({ ids: [...ready, bare, early] })
    expect(status).toBe(200)
    expect(body.result).toEqual({
      done: 2,
      failed: [
        { id: bare, code: 'invalid', message: expect.stringMatching(/ is required to publish$/) },
        { id: early, code: 'conflict', message: expect.stringContaining('cannot be published') },
      ],
    })
    for (const id of ready) expect(await read(id)).toMatchObject({ status: 'published' })
    expect(await read(bare)).toMatchObject({ status: 'approved', version: 1 })
  })

  it('creates one plant for two requests for one name, and reports the second as settled', async () => {
    const draft = complete()
    const ids = [
      await request({ requested_name: 'Zebra plant', status: 'approved', draft }),
      await request({ requested_name: 'zebra  plant', status: 'approved', draft }),
    ]
    const { body } = await many({ ids })
    expect(body.result).toMatchObject({ done: 1, failed: [{ id: ids[1], code: 'conflict' }] })
    expect(await plantsNamed(draft.scientificName)).toEqual([{ status: 'published' }])
    expect(await read(ids[1] ?? '')).toMatchObject({ status: 'rejected', rejectionReason: 'duplicate' })
  })

  it('publishes nothing when the number of matches has changed', async () => {
    const { status, body } = await many({ filter: { status: 'approved' }, expectedCount: 9999 })
    expect([status, body.code]).toEqual([409, 'count_changed'])
  })
})
