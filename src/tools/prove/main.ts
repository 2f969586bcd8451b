import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBuilt } from '../../../.scripts/build.mjs'
import { findPostgres } from '../../../.scripts/programs.mjs'
import { root } from '../../../.scripts/root.mjs'
import { seedOf } from '../../../.scripts/seed.mjs'
import { withCleanup } from '../bench/tidy'
import type { Campaign, Engine, Figures } from './campaign'
import { attack } from './attack/attack'
import { diceOf } from './dice'
import { faultsOfScreens } from './faults/campaign'
import { createFindings } from './findings'
import { fuzz } from './fuzz/fuzz'
import { hostile } from './hostile/hostile'
import { kills } from './kills/kills'
import { matrix } from './matrix/matrix'
import { readOptions, type Options } from './options'
import { figuresText, isGood, markdownOf, type Outcome } from './report'

export const campaigns: readonly Campaign[] = [fuzz, matrix, kills, hostile, attack, faultsOfScreens]

export const help = `npm run prove -- [campaign …] [--minutes N] [--seed S] [--engine pglite|postgres]

${campaigns.map(({ name, about }) => `  ${name.padEnd(8)} ${about}`).join('\n')}

Without a name all of them run, without --minutes each until it has reached its goal. Reports are in reports/prove.`

/** `npm run prove`: runs each requested campaign against a product of its own. Returns 1 when there are findings. */
export async function main(args: readonly string[]): Promise<number> {
  const names = campaigns.map(({ name }) => name)
  const options = readOptions(args, names, seedOf(process.env, Date.now()))
  ensureBuilt()
  const selected = campaigns.filter(({ name }) => options.names.length === 0 || options.names.includes(name))
  const folder = join(root, 'reports', 'prove')
  const outcomes = await proveAll(selected, options, folder, console.log)
  console.log(`\nThe report: ${relative(process.cwd(), join(folder, 'report.md'))}`)
  return outcomes.every(isGood) ? 0 : 1
}

/** Runs campaigns; writes the report before the first and after each, so that one that throws loses only its own outcome. */
export async function proveAll(
  selected: readonly Campaign[],
  options: Options,
  folder: string,
  say: (text: string) => void,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  const report = () => {
    writeFileSync(join(folder, 'report.md'), markdownOf(outcomes))
    writeFileSync(join(folder, 'report.json'), `${JSON.stringify(outcomes, null, 2)}\n`)
  }
  mkdirSync(folder, { recursive: true })
  report()
  for (const campaign of selected)
    for (const engine of enginesOf(campaign, options)) {
      outcomes.push(await prove(campaign, engine, options, say))
      report()
    }
  return outcomes
}

function enginesOf(campaign: Campaign, { engine }: Options): readonly Engine[] {
  if (engine !== null) return [engine]
  return campaign.engines.filter((one) => one === 'pglite' || findPostgres() !== null)
}

/** Runs one campaign on one engine; also called by tests. */
export async function prove(
  campaign: Campaign,
  engine: Engine,
  { seed, minutes }: Pick<Options, 'seed' | 'minutes'>,
  say: (text: string) => void,
): Promise<Outcome> {
  const { name, about, goal } = campaign
  const command = `npm run prove -- ${name} --engine ${engine} --seed ${seed}${minutes === null ? '' : ` --minutes ${minutes}`}`
  say(`\n${command}`)
  const findings = createFindings()
  const [at, began] = [new Date().toISOString(), performance.now()]
  const end = minutes === null ? Infinity : began + minutes * 60_000
  let figures: Figures = {}
  await withCleanup(async (later) => {
    const isOver = (): boolean => performance.now() >= end
    figures = await campaign.run({ engine, seed, minutes, dice: diceOf(seed), findings, say, isOver, later })
  })
  const seconds = (performance.now() - began) / 1000
  const outcome = { campaign: name, about, goal, engine, seed, command, at, seconds, figures, findings: findings.all() }
  say(`${name} on ${engine}: ${figuresText(figures)}; ${outcome.findings.length} findings`)
  for (const { what, where, times } of outcome.findings) say(`  ${times} × ${what}: ${where}`)
  return outcome
}
