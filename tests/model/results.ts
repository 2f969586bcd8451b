import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PlayedSystem } from '../../src/tools/model/played'
import { seed } from './settings'

/** Where `npm run test:model` makes its report; null in a plain test run, which makes none. */
export const reportFolder = process.env['MODEL_REPORT'] ?? null

/** Leaves what a system did for the report. */
export function writeResults(result: Omit<PlayedSystem, 'seed'>): void {
  if (reportFolder === null) return
  const folder = join(reportFolder, 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${result.system}-${result.machine}.json`), JSON.stringify({ ...result, seed }))
}
