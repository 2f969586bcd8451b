import { expect } from 'vitest'
import type { PlayedTour } from '../../src/tools/model/played'
import type { Flow, FlowStep } from './flow'
import { playTour, type MachineCoverage, type Stage } from './play'
import type { Watched } from './screen'
import type { Tour } from './table'

/** Plays a tour on a screen: causes each step as a person would, and requires the machine to follow its table. */
export function playOnScreen<System>(
  flow: Flow<System>,
  tour: Tour<FlowStep<System>>,
  screen: System & Watched,
  coverage: MachineCoverage,
  picture: Pick<Stage<FlowStep<System>>, 'picture'> = {},
): Promise<PlayedTour> {
  return playTour(tour, {
    machine: flow.machine,
    coverage,
    async perform({ move, place, taken }) {
      await move.drive?.(screen)
      const arrives = () => {
        expect(coverage.sinceMark()).toEqual(expect.arrayContaining([...taken]))
        expect(screen.place()).toBe(place)
      }
      await screen.until(arrives)
      if (move.says !== undefined) await screen.sees(move.says)
      await screen.rests()
    },
    placeOf: ({ place }) => place,
    shortestWay: flow.tell,
    ...picture,
  })
}
