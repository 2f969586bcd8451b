import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../../../.scripts/root.mjs'
import { openMachine, sessionFile } from './machine'
import { mermaidOf, pageOf, withChart } from './mermaid'

const folder = join(root, 'machines')

export const help = `npm run chart

Draws every machine in Mermaid: the session's chart into machines/README.md, between its two marks, the others into machines/charts.md.`

/** Runs the command; returns its exit code. */
export async function main(args: readonly string[]): Promise<number> {
  parseArgs({ args: [...args] })
  const readme = join(folder, 'README.md')
  writeFileSync(readme, withChart(readFileSync(readme, 'utf8'), mermaidOf(await openMachine(sessionFile))))
  writeFileSync(join(folder, 'charts.md'), await otherCharts())
  return 0
}

/** Builds the page with the charts of all machines except the session's. */
export async function otherCharts(): Promise<string> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && join(folder, name) !== sessionFile)
  const machines = await Promise.all(
    files.toSorted().map(async (name) => ({ name, machine: await openMachine(join(folder, name)) })),
  )
  return pageOf(machines)
}
