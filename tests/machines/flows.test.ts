import { afterAll, describe, expect, it } from 'vitest'
import type { PlayedTour } from '../../src/tools/model/played'
import { playBare } from '../model/actor/bareFlow'
import { createCoverage } from '../model/coverage'
import { flows } from '../model/flows'
import { writeResults } from '../model/results'
import { isWhole, shortestToursOf, toursOf } from '../model/settings'

describe.each(Object.entries(flows))('%s', (name, flow) => {
  const coverage = createCoverage(flow.machine)
  const played: PlayedTour[] = []
  afterAll(() =>
    writeResults({
      system: 'actor',
      title: 'Bare actor',
      machine: flow.machine.id,
      coverage: coverage.result(),
      tours: played,
    }),
  )

  it('behaves as it was reviewed', async () => {
    await expect(flow.behaviour()).toMatchFileSnapshot(`./${name}.behaviour.txt`)
  })

  it.each([...toursOf(flow.table), ...shortestToursOf(flow.table)])(
    'goes as its table says on $name, as a bare actor',
    async (tour) => {
      const result = await playBare(flow, tour, coverage)
      played.push(result)
      expect(result.failure?.message).toBeUndefined()
    },
  )

  it.runIf(isWhole)('was seen in every state and on every transition', () => {
    const { states, transitions } = coverage.result()
    expect({ states: states.missing, transitions: transitions.missing }).toEqual({ states: [], transitions: [] })
  })
})
