import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PlayedSystem } from '../../src/tools/model/played'
import { seed } from '../support/full'

/** Folder of `npm run test:model`'s report; null in a plain test run, which writes none. */
export const reportFolder = process.env['MODEL_REPORT'] ?? null

/** Writes a system's results for the report. */
export function writeResults(result: Omit<PlayedSystem, 'seed'>): void {
  if (reportFolder === null) return
  const folder = join(reportFolder, 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${result.system}-${result.machine}.json`), JSON.stringify({ ...result, seed }))
}
