import { afterAll, describe, expect, it } from 'vitest'
import { authMachine } from '../../machines/authMachine'
import { createCoverage } from '../model/coverage'
import type { PlayedTour } from '../../src/tools/model/played'
import { sessionTable } from '../model/model'
import { play } from '../model/play'
import { writeResults } from '../model/results'
import { isWhole, selectedTours, shortestToursOf } from '../model/settings'
import { createBareActor } from '../model/actor/bareActor'

const tours = [...selectedTours(), ...shortestToursOf(sessionTable)]
const coverage = createCoverage(authMachine)
const played: PlayedTour[] = []

afterAll(() =>
  writeResults({ system: 'actor', title: 'Bare actor', machine: 'auth', coverage: coverage.result(), tours: played }),
)

describe('the session, as a bare actor', () => {
  it.each(tours)('goes as the table says on $name', async (tour) => {
    const driver = createBareActor(coverage)
    const result = await play(tour, driver, coverage)
    driver.stop()
    played.push(result)
    expect(result.failure?.message).toBeUndefined()
  })

  it.runIf(isWhole)('was seen in every state and on every transition', () => {
    const { states, transitions } = coverage.result()
    expect({ states: states.missing, transitions: transitions.missing }).toEqual({ states: [], transitions: [] })
  })
})
