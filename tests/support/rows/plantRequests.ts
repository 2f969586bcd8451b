import { beforeAll } from 'vitest'
import type { Call } from '../server/calls'
import { insertHumidityGroup, insertLightGroup, insertPlantRequest, insertTemperatureGroup, unique } from './rows'
import type { TestServer } from '../server/server'

/** The columns of a rejected request. */
export const rejected = { rejection_reason: 'unverifiable', status: 'rejected' }

/** Creates plant requests on the calling file's server, and drafts that can be published there. */
export function plantRequestsOn(server: Pick<TestServer, 'db'>, call: Call) {
  let groups: { humidityGroupId: string; temperatureGroupId: string; lightGroupId: string }
  beforeAll(async () => {
    groups = {
      humidityGroupId: await insertHumidityGroup(server.db),
      temperatureGroupId: await insertTemperatureGroup(server.db),
      lightGroupId: await insertLightGroup(server.db),
    }
  })
  const url = (id: string) => `/api/v1/plant_requests/${id}`
  return {
    request: (columns: object = {}) => insertPlantRequest(server.db, { ...columns }),
    read: async (id: string) => (await call('GET', url(id))).body.result,
    put: (id: string, body: object, version?: number) =>
      call('PUT', url(id), { body, ...(version !== undefined && { headers: { 'if-match': `"${version}"` } }) }),
    publish: (id: string, headers: Record<string, string> = {}) =>
      call('POST', `/api/v1/plant_requests/publish/${id}`, { headers }),
    /** Makes a draft of a new plant with all that publishing requires. */
    complete: (changes: object = {}) => ({ scientificName: `Alocasia ${unique()}`, ...groups, ...changes }),
  }
}
