import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import type { PlayedSystem, PlayedTour } from '../../src/tools/model/played'
import { seed } from '../support/full'
import { createCoverage } from './coverage'

/** Folder of `npm run test:model`'s report; null in a plain test run, which writes none. */
export const reportFolder = process.env['MODEL_REPORT'] ?? null

interface Recorded extends Pick<PlayedSystem, 'system' | 'title'> {
  readonly machine: AnyStateMachine
  /** What the system can show of the machine; defaults to all. */
  readonly shown?: ReadonlySet<string>
}

/** Records the tours of a machine that the calling file or block plays in a system; afterwards writes them for the report. */
export function recordTours({ system, title, machine, shown }: Recorded) {
  const coverage = createCoverage(machine)
  const tours: PlayedTour[] = []
  afterAll(() => writeResults({ system, title, machine: machine.id, coverage: coverage.result(shown), tours, seed }))
  return {
    coverage,
    /** Adds a played tour; returns why it failed, if it did. */
    add(tour: PlayedTour): string | undefined {
      tours.push(tour)
      return tour.failure?.message
    },
    /** Lists the states and transitions that no tour has seen. */
    missing(): string[] {
      const { states, transitions } = coverage.result(shown)
      return [...states.missing, ...transitions.missing]
    },
  }
}

function writeResults(result: PlayedSystem): void {
  if (reportFolder === null) return
  const folder = join(reportFolder, 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${result.system}-${result.machine}.json`), JSON.stringify(result))
}
