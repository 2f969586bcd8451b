import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { movesFrom } from '../../../machines/plantRequestMachine'
import type { ActivityPage } from '../../../src/contract/activity'
import { historyPath } from '../../../src/contract/bulk'
import { plantRequests, plantRequestStatuses } from '../../../src/contract/plantRequests'
import { callAt, oneServer } from '../../support/server/hooks'
import { plantRequestsOn, rejected } from '../../support/rows/plantRequests'
import { insertPlant, unique } from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)
const { complete, put, read, request } = plantRequestsOn(server, call)
const plantsNamed = async (name: string) =>
  (await server.db.query<{ status: string }>(sql`select status from plants where scientific_name = ${name}`)).rows

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

  it('follows a request that is renamed, rejected or reviewed again', async () => {
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

  it('is correct after all requests for a name are rejected at once', async () => {
    const name = `Ivy ${unique()}`
    const ids = await Promise.all(Array.from({ length: 10 }, () => request({ requested_name: name })))
    const answers = await Promise.all(ids.map((id) => put(id, { status: 'rejected', rejectionReason: 'not_a_plant' })))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await read(ids[0] ?? ''))['demandCount']).toBe(0)
  })

  it('lists the requests for the name of another one', async () => {
    const ids = [await request({ requested_name: 'Ghost  orchid' }), await request({ requested_name: 'ghost ORCHID' })]
    await request({ requested_name: 'Ghost orchids' })
    const { body } = await call<{ result: { id: string }[] }>('GET', `/api/v1/plant_requests?sameNameAs=${ids[0]}`)
    expect(body.result.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  })

  it('is the list’s default order, before the age', async () => {
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
  it('count the requests of each status', async () => {
    const counts = async () => (await call('GET', '/api/v1/plant_requests/counts')).body.result
    const before = await counts()
    await request()
    await request(rejected)
    const after = await counts()

    expect(Object.keys(after).toSorted()).toEqual(plantRequestStatuses.toSorted())
    expect(after).toEqual({ ...before, requested: Number(before['requested']) + 1, rejected: Number(before['rejected']) + 1 })
  })

  it('follow the search and the filters of the list', async () => {
    const name = `Fern ${unique()}`
    const counts = async (more: string) =>
      (await call('GET', `/api/v1/plant_requests/counts?q=${encodeURIComponent(name.toUpperCase())}${more}`)).body.result
    const id = await request({ requested_name: name })
    await request({ requested_name: `${name} minor`, status: 'approved' })
    await request({ requested_name: name, ...rejected })
    const none = { requested: 0, in_review: 0, approved: 0, published: 0, rejected: 0 }

    expect(await counts('')).toEqual({ ...none, requested: 1, approved: 1, rejected: 1 })
    expect(await counts(`&sameNameAs=${id}`)).toEqual({ ...none, requested: 1, rejected: 1 })
    expect(await counts('&rejectionReason=unverifiable')).toEqual({ ...none, rejected: 1 })
  })

  it('refuse the status and what the list does not filter by', async () => {
    const answers = await Promise.all(
      ['status=approved', 'colour=green'].map((one) => call('GET', `/api/v1/plant_requests/counts?${one}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([400, 400])
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

  async function move({ from, to }: (typeof cases)[number]) {
    const id = await request(from === 'rejected' ? rejected : { status: from })
    return { id, ...(await put(id, { status: to, ...bodies[to] })) }
  }

  it.each(cases.filter(({ legal }) => legal))('from $from to $to is made', async (transition) => {
    const { status, body } = await move(transition)
    expect([status, body.result['status']]).toEqual([200, transition.to])
  })

  it.each(cases.filter(({ legal }) => !legal))('from $from to $to is refused', async (transition) => {
    const { id, status, body } = await move(transition)
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(body.message).toMatch(/^This plant request is .+ and cannot be .+: /)
    expect((await read(id))['status']).toBe(transition.from)
  })

  it.each(['in_review', 'approved', 'rejected', 'published'])('back to requested from %s is none', async (status) => {
    const id = await request(status === 'rejected' ? rejected : { status })
    expect((await put(id, { status: 'requested' })).status).toBe(409)
  })

  it('to published is no change of the status, not even from approved', async () => {
    const draft = complete()
    const id = await request({ status: 'approved', draft })
    const { status, body } = await put(id, { status: 'published' })

    expect([status, body.message]).toEqual([409, 'A plant request is published by POST /api/v1/plant_requests/publish/{id}'])
    expect(await plantsNamed(draft.scientificName)).toEqual([])
  })

  it('records the user, and the time of the decision', async () => {
    const id = await request()
    const before = await read(id)
    expect(before).toMatchObject({ reviewerId: null, decidedAt: null })
    const reviewed = (await put(id, { status: 'in_review' })).body.result
    expect(reviewed).toMatchObject({ reviewerId: expect.any(String), reviewerName: expect.any(String), decidedAt: null })
    const approved = (await put(id, { status: 'approved' })).body.result
    expect(approved['decidedAt']).toEqual(expect.stringMatching(/^\d{4}-/))
    const [, review] = (await call<ActivityPage>('GET', historyPath(plantRequests, id))).body.result
    expect(review?.changes).toContainEqual({ field: 'reviewerId', from: null, to: reviewed['reviewerName'] })
  })

  it('is refused as stale after another user’s move, with the current request', async () => {
    const id = await request()
    await put(id, { status: 'in_review' }, 1)
    const { status, body } = await put(id, { status: 'rejected', rejectionReason: 'not_a_plant' }, 1)

    expect([status, body.code, body.result['status']]).toEqual([412, 'stale', 'in_review'])
  })

  it('by twenty users at once happens once', async () => {
    const id = await request()
    const answers = await Promise.all(Array.from({ length: 20 }, () => put(id, { status: 'in_review' }, 1)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 19 }, () => 412)])
  })

  it('is in the audit log with the previous value', async () => {
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

  it('for another reason drops the plant that was sent with it', async () => {
    const plantId = await insertPlant(server.db)
    const id = await request()
    const { body } = await put(id, { status: 'rejected', rejectionReason: 'not_a_plant', duplicateOfPlantId: plantId })
    expect(body.result['duplicateOfPlantId']).toBeNull()
  })

  it('is cleared when the request is reviewed again', async () => {
    const id = await request({
      rejection_reason: 'other',
      rejection_note: 'A lichen',
      status: 'rejected',
      decided_at: new Date(),
    })
    const { body } = await put(id, { status: 'in_review' })
    expect(body.result).toMatchObject({ status: 'in_review', rejectionReason: null, rejectionNote: null, decidedAt: null })
  })

  it('cannot be set on an open request', async () => {
    const { status, body } = await put(await request(), { rejectionNote: 'Hm' })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['rejectionNote']])
  })
})
