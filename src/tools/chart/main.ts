// `npm run chart`: draws the session's chart in Mermaid and puts it into machines/README.md, between its two marks.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../.scripts/root.mjs'
import { openMachine, sessionFile } from './machine'
import { mermaidOf, withChart } from './mermaid'

/** The command: answers its exit code. */
export async function main(): Promise<number> {
  const readme = join(root, 'machines/README.md')
  writeFileSync(readme, withChart(readFileSync(readme, 'utf8'), mermaidOf(await openMachine(sessionFile))))
  return 0
}
