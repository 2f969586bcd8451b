import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plantRequestMachine, type PlantRequestEvent } from '../../../machines/plantRequestMachine'
import { playTour } from '../../model/play'
import { requestFlow } from '../../model/requests'
import { recordTours } from '../../model/results'
import { isWhole, toursOf } from '../../model/settings'
import { signedIn, type Call } from '../../support/server/calls'
import {
  insertHumidityGroup,
  insertLightGroup,
  insertPlantRequest,
  insertTemperatureGroup,
  unique,
} from '../../support/rows/rows'
import { startServer, type TestServer } from '../../support/server/server'

const record = recordTours({ system: 'server', title: 'HTTP API', machine: plantRequestMachine })
const { coverage } = record
let server: TestServer
let call: Call
let groups: { humidityGroupId: string; temperatureGroupId: string; lightGroupId: string }

beforeAll(async () => {
  server = await startServer()
  call = await signedIn(server)
  groups = {
    humidityGroupId: await insertHumidityGroup(server.db),
    temperatureGroupId: await insertTemperatureGroup(server.db),
    lightGroupId: await insertLightGroup(server.db),
  }
})
afterAll(() => server.close())

/** Drives a request that the reference API stores by the API's calls. */
function createStoredRequest(id: string) {
  const put = (body: object) => call('PUT', `/api/v1/plant_requests/${id}`, { body })
  const makes = (event: PlantRequestEvent) => {
    if (event.type === 'review') return put({ status: 'in_review' })
    if (event.type === 'approve') return put({ status: 'approved' })
    if (event.type === 'reject') return put({ status: 'rejected', rejectionReason: event.reason })
    return publish(event.draft.scientificName == null ? null : `Alocasia ${unique()}`)
  }
  async function publish(scientificName: string | null) {
    const { status } = await put({ draft: { ...groups, scientificName } })
    expect(status).toBe(200)
    return call('POST', `/api/v1/plant_requests/publish/${id}`, {})
  }
  let statusCode = 0
  return {
    async make(event: PlantRequestEvent) {
      statusCode = (await makes(event)).status
    },
    statusCode: () => statusCode,
    async status() {
      const { body } = await call('GET', `/api/v1/plant_requests/${id}`)
      return String(body.result['status'])
    },
  }
}

describe('a plant request, in the API', () => {
  it.each(toursOf(requestFlow.table))('goes as the table says on $name', async (tour) => {
    const request = createStoredRequest(await insertPlantRequest(server.db, {}))
    coverage.rest('requested')
    const played = await playTour(tour, {
      machine: plantRequestMachine,
      coverage,
      async perform({ move, place, taken }) {
        await move.drive?.(request)
        expect(taken.length > 0 ? [200, 201] : [409, 422]).toContain(request.statusCode())
        expect(await request.status()).toBe(place)
        for (const id of taken) coverage.take(id)
      },
      placeOf: ({ place }) => place,
      shortestWay: requestFlow.tell,
    })
    expect(record.add(played)).toBeUndefined()
  })

  it.runIf(isWhole)('was seen in every status and on every move', () => {
    expect(record.missing()).toEqual([])
  })
})
