import type { createCoverage } from './coverage'
import type { Driver } from './driver'
import { moveOf, shortestWay, type Story, type Tour } from './model'
import { authMachine } from '../../machines/authMachine'
import type { PlayedStep, PlayedTour } from '../../src/tools/model/played'

export type SessionCoverage = ReturnType<typeof createCoverage>

/** What a player needs besides the driver. */
interface Stage {
  /** Takes a picture of what is to be seen now; answers its file. */
  picture?(tour: string, step: number): Promise<string>
}

/** Plays a tour step by step; a failure says at which step, and the shortest way to there. */
export async function play(tour: Tour, driver: Driver, coverage: SessionCoverage, stage: Stage = {}): Promise<PlayedTour> {
  const began = performance.now()
  const steps: PlayedStep[] = []
  const done = (): PlayedTour => ({
    name: tour.name,
    planned: tour.steps.length,
    steps,
    ms: Math.round(performance.now() - began),
  })
  for (const [at, story] of tour.steps.entries()) {
    try {
      await perform(story, driver, coverage)
    } catch (error) {
      const picture = await stage.picture?.(tour.name, at + 1).catch(() => undefined)
      steps.push({ ...told(story), ...(picture !== undefined && { picture }) })
      const message = `${story.move.name}: ${error instanceof Error ? error.message : String(error)}`
      return {
        ...done(),
        failure: { message, shortest: shortestWay(story.move.name, story.from.place).map((row) => moveOf(row).tell) },
      }
    }
    coverage.rest(story.to.place)
    const picture = await stage.picture?.(tour.name, at + 1)
    steps.push({ ...told(story), ...(picture !== undefined && { picture }) })
  }
  return done()
}

async function perform(story: Story, driver: Driver, coverage: SessionCoverage): Promise<void> {
  coverage.mark()
  await driver.begin(story)
  await story.move.drive(driver)
  await driver.expectState(story)
  if (!story.isRequestOver && story.late === null) return
  // Answers that nobody waits for any more come late, and change nothing.
  if (story.isRequestOver) await driver.settle('request', 'done')
  if (story.late !== null) await driver.settle('refresh', story.late)
  await driver.expectState(story)
}

function told({ move, to }: Story): PlayedStep {
  const node = to.place === 'closed' ? undefined : authMachine.getStateNodeById(`auth.${to.place}`)
  return { name: move.name, tell: move.tell, place: to.place, means: node?.description ?? '' }
}
