import { afterAll, describe, expect, it } from 'vitest'
import { createActor, type ActorRefFrom } from 'xstate'
import { plantRequestMachine } from '../../machines/plantRequestMachine'
import { createCoverage } from '../model/coverage'
import type { PlayedTour } from '../../src/tools/model/played'
import { playRequest, requestTours, type RequestDriver } from '../model/requests'
import { writeResults } from '../model/results'
import { seed } from '../model/settings'

const coverage = createCoverage(plantRequestMachine)
const played: PlayedTour[] = []

afterAll(() =>
  writeResults({ system: 'actor', title: 'Bare actor', machine: 'plantRequest', coverage: coverage.result(), tours: played }),
)

/** The chart alone, as a running actor. */
function createBareRequest(): RequestDriver {
  let actor: ActorRefFrom<typeof plantRequestMachine> | null = null
  return {
    async open() {
      actor = createActor(plantRequestMachine, { inspect: coverage.inspect }).start()
      await Promise.resolve()
    },
    async make({ move }) {
      actor?.send(move.event)
      await Promise.resolve()
    },
    status: () => Promise.resolve(String(actor?.getSnapshot().value)),
  }
}

describe('a plant request, as a bare actor', () => {
  it.each(requestTours(seed))('goes as the table says on $name', async (tour) => {
    const result = await playRequest(tour, createBareRequest(), coverage)
    played.push(result)
    expect(result.failure?.message).toBeUndefined()
  })

  it('was seen in every status and on every move', () => {
    const { states, transitions } = coverage.result()
    expect({ states: states.missing, transitions: transitions.missing }).toEqual({ states: [], transitions: [] })
  })
})
