import { describe, expect, it } from 'vitest'
import type { ActivityPage } from '../../../src/contract/activity'
import { historyPath, restoreVersionPath, type BulkUpdateOutcome } from '../../../src/contract/bulk'
import { plantRequests } from '../../../src/contract/plantRequests'
import { callAt, oneServer } from '../../support/server/hooks'
import { plantRequestsOn, rejected } from '../../support/rows/plantRequests'
import { insertHumidityGroup } from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)
const { put, read, request } = plantRequestsOn(server, call)

describe('the draft of a plant request', () => {
  const draft = { family: 'Araceae', synonyms: ['Alocasia metallica'], care: { watering: 'Keep moist', soil: 'Loose' } }
  const draftIn = async (id: string) => (await read(id))['draft']
  const bulkUpdate = async (body: object) =>
    (await call<{ result: BulkUpdateOutcome }>('POST', '/api/v1/plant_requests/bulk_update', { body })).body.result

  it('keeps its omitted parts, also those of its care', async () => {
    const id = await request({ draft })
    await put(id, { draft: { care: { soil: 'Sand' } } })
    expect(await draftIn(id)).toEqual({ ...draft, care: { watering: 'Keep moist', soil: 'Sand' } })
  })

  it('keeps its omitted parts when many are changed at once', async () => {
    const id = await request({ draft })
    await bulkUpdate({ ids: [id], set: { draft: { family: 'Moraceae' } } })
    expect(await draftIn(id)).toEqual({ ...draft, family: 'Moraceae' })
    await bulkUpdate({ ids: [id], set: { draft: { care: { soil: 'Sand' } } } })
    expect(await draftIn(id)).toEqual({ ...draft, family: 'Moraceae', care: { watering: 'Keep moist', soil: 'Sand' } })
  })

  const other = { family: 'Moraceae', scientificName: 'Ficus lyrata', care: { soil: 'Sand', pruning: 'In spring' } }

  it('equals that of a version that is restored, without what was added since', async () => {
    const id = await request({ draft })
    await put(id, { notes: 'Seen' })
    await put(id, { draft: other })
    const { result } = (await call<ActivityPage>('GET', historyPath(plantRequests, id))).body
    const body = { entryId: result.at(-1)?.id }
    expect((await call('POST', restoreVersionPath(plantRequests, id), { body })).status).toBe(200)
    expect(await draftIn(id)).toEqual(draft)
  })

  it('alone comes back with an earlier version: the decision since then stays', async () => {
    const id = await request({ draft })
    await put(id, { notes: 'Seen' })
    await put(id, { draft: other })
    await put(id, { status: 'in_review' })
    const { result } = (await call<ActivityPage>('GET', historyPath(plantRequests, id))).body
    const body = { entryId: result.at(-1)?.id }
    expect((await call('POST', restoreVersionPath(plantRequests, id), { body })).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'in_review', draft })
  })

  it('refers to the group that replaces a deleted one, while the request is open', async () => {
    const [from, to] = [await insertHumidityGroup(server.db), await insertHumidityGroup(server.db)]
    const open = await request({ draft: { ...draft, humidityGroupId: from } })
    const rejectedOne = await request({ ...rejected, draft: { humidityGroupId: from } })
    expect((await call('DELETE', `/api/v1/humidity_groups/${from}?reassignTo=${to}`)).status).toBe(204)
    expect(await read(open)).toMatchObject({ version: 2, draft: { ...draft, humidityGroupId: to } })
    expect(await draftIn(rejectedOne)).toEqual({ humidityGroupId: from })
  })

  it('refers to a deleted group again when that is restored, unless it was changed since', async () => {
    const [from, to, third] = [
      await insertHumidityGroup(server.db),
      await insertHumidityGroup(server.db),
      await insertHumidityGroup(server.db),
    ]
    const [one, changed, never] = [
      await request({ draft: { ...draft, humidityGroupId: from } }),
      await request({ draft: { humidityGroupId: from } }),
      await request({ draft: { humidityGroupId: to } }),
    ]
    await call('DELETE', `/api/v1/humidity_groups/${from}?reassignTo=${to}`)
    await put(changed, { draft: { humidityGroupId: third } })
    await call('POST', '/api/v1/humidity_groups/restore', { body: { ids: [from] } })
    expect(await draftIn(one)).toEqual({ ...draft, humidityGroupId: from })
    expect(await draftIn(changed)).toMatchObject({ humidityGroupId: third })
    expect(await draftIn(never)).toEqual({ humidityGroupId: to })
  })

  it('is as before when a change of many is undone', async () => {
    const id = await request({ draft })
    const { changed } = await bulkUpdate({ ids: [id], set: { draft: other } })
    await bulkUpdate({ changes: changed.map(({ before, ...row }) => ({ ...row, set: before })) })
    expect(await draftIn(id)).toEqual(draft)
  })
})
