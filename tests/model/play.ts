import type { AnyStateMachine } from 'xstate'
import { authMachine } from '../../machines/authMachine'
import type { PlayedStep, PlayedTour } from '../../src/tools/model/played'
import type { createCoverage } from './coverage'
import type { Driver } from './driver'
import { sessionTable, type State, type Story } from './model'
import type { Row, Step, Tour } from './table'

export type MachineCoverage = ReturnType<typeof createCoverage>

/** What a player needs besides the tour. */
export interface Stage<T> {
  readonly machine: AnyStateMachine
  readonly coverage: MachineCoverage
  /** Makes a system take the step, and checks the state that follows. */
  perform(step: T): Promise<void>
  /** Returns the machine's address of the state after a step. */
  placeOf(step: T): string
  /** Tells the steps of a shortest way that ends with this step. */
  shortestWay(step: T): readonly string[]
  /** Takes a picture of the screen; returns its path. */
  picture?(tour: string, step: number): Promise<string>
}

/** Plays a tour step by step; a failure names the step and the shortest way to it. */
export async function playTour<R extends Row, S, T extends Step<R, S>>(tour: Tour<T>, stage: Stage<T>): Promise<PlayedTour> {
  const began = performance.now()
  const steps: PlayedStep[] = []
  const done = (): PlayedTour => ({
    name: tour.name,
    planned: tour.steps.length,
    steps,
    ms: Math.round(performance.now() - began),
  })
  for (const [at, step] of tour.steps.entries()) {
    const { move } = step
    const place = stage.placeOf(step)
    const tell = (picture: string | undefined) =>
      steps.push({ name: move.name, tell: move.tell, place, means: meaningOf(stage.machine, place), ...(picture && { picture }) })
    try {
      stage.coverage.mark()
      await stage.perform(step)
    } catch (error) {
      // A page that hangs must not hide why the step failed.
      tell(await stage.picture?.(tour.name, at + 1).catch(() => undefined))
      const message = `${move.name}: ${error instanceof Error ? error.message : String(error)}`
      return { ...done(), failure: { message, shortest: stage.shortestWay(step) } }
    }
    stage.coverage.rest(place)
    tell(await stage.picture?.(tour.name, at + 1))
  }
  return done()
}

/** Returns the chart's description of a place; for a parallel state, of each region. */
function meaningOf(machine: AnyStateMachine, place: string): string {
  const nodes = place === 'closed' ? [] : place.split(' & ').map((one) => machine.getStateNodeById(`${machine.id}.${one}`))
  return nodes.map(({ description }) => description ?? '').join(' ')
}

/** Plays a tour of the session. */
export function play(
  tour: Tour<Story>,
  driver: Driver,
  coverage: MachineCoverage,
  picture: Pick<Stage<Story>, 'picture'> = {},
): Promise<PlayedTour> {
  return playTour<Story['move'], State, Story>(tour, {
    machine: authMachine,
    coverage,
    perform: (story) => perform(story, driver),
    placeOf: ({ to }) => to.place,
    shortestWay: ({ move, from }) =>
      sessionTable.shortestWay(move.name, ({ place }) => place === from.place).map((row) => sessionTable.rowOf(row).tell),
    ...picture,
  })
}

async function perform(story: Story, driver: Driver): Promise<void> {
  await driver.begin(story)
  await story.move.drive(driver)
  await driver.expectState(story)
  if (!story.isRequestOver && story.late === null) return
  // Late answers that nothing waits for any more must change nothing.
  if (story.isRequestOver) await driver.settle('request', 'done')
  if (story.late !== null) await driver.settle('refresh', story.late)
  await driver.expectState(story)
}
