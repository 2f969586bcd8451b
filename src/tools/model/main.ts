import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../../../.scripts/build.mjs'
import { ensureChromium } from '../../../.scripts/chromium.mjs'
import { findPostgres } from '../../../.scripts/programs.mjs'
import { root } from '../../../.scripts/root.mjs'
import { seedOf } from '../../../.scripts/seed.mjs'
import type { PlayedSystem } from './played'
import { isGood, reportOf, type Bite, type PlainTest, type ReportInput } from './report'

const folder = join(root, 'reports', 'model')

/** The parts, each with its project and files of tests. */
const parts: Readonly<Record<string, readonly [project: string, files: readonly string[]]>> = {
  snapshots: ['machine', ['graph', 'behaviour', 'alone', 'Machine.test'].map((name) => `tests/machines/${name}`)],
  walk: ['machine', ['tests/machines/authMachine.walk']],
  actor: ['machine', ['tests/machines/session.tours', 'tests/machines/flows']],
  races: ['session', ['tests/auth/races']],
  react: ['console', ['tests/app/session.tours', 'tests/app/flows.tours']],
  server: [findPostgres() === null ? 'pglite' : 'postgres', ['tests/server/areas/plantRequests.tours']],
  browser: ['browser', ['tests/browser/session.tours', 'tests/browser/flows.tours']],
}
const systems = ['actor', 'react', 'browser']

export const help = `npm run test:model -- [options]

Runs the model-based tests, and writes their report, reports/model/index.html.

  --seed N     walks other tours (MODEL_SEED)
  --runs N     walks and races this often
  --only NAME  plays one part: ${Object.keys(parts).join(', ')},
               a tour such as tour-3, or a case of tests/model/moves by its name`

/** The parsed arguments. */
interface Options {
  readonly seed: number
  readonly runs: number | undefined
  readonly only: string | undefined
  /** Only one tour or case, played in every system of the session. */
  readonly isPart: boolean
  /** Names of the chosen parts. */
  readonly chosen: readonly string[]
}

/** Runs the command; returns 1 unless every test passed and coverage is complete. */
export async function main(args: readonly string[]): Promise<number> {
  const options = read(args)
  const { seed, runs, only, isPart, chosen } = options
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    MODEL_SEED: String(seed),
    MODEL_REPORT: folder,
    ...(runs !== undefined && { MODEL_RUNS: String(runs) }),
    ...(isPart && { MODEL_CASE: only }),
  }
  rmSync(join(folder, 'results'), { recursive: true, force: true })
  rmSync(join(folder, 'pictures'), { recursive: true, force: true })
  mkdirSync(join(folder, 'results'), { recursive: true })
  console.log(`Seed ${seed}. ${command(options)} runs exactly this again.`)
  if (chosen.includes('browser')) {
    env['CHROMIUM'] = await ensureChromium()
    ensureBuilt()
  }
  const outcomes = [...new Set(chosen.flatMap((part) => parts[part]?.[0] ?? []))].map((project) => run(options, project, env))
  const isReported = report(
    options,
    outcomes.flatMap(({ tests }) => tests),
  )
  return isReported && outcomes.every(({ passed }) => passed) ? 0 : 1
}

function read(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: String(seedOf(process.env, Date.now())) },
      runs: { type: 'string' },
      only: { type: 'string' },
    },
  })
  const number = (name: string, text: string): number => {
    if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number, not "${text}".`)
    return Number(text)
  }
  const { only } = values
  return {
    seed: number('seed', values.seed),
    runs: values.runs === undefined ? undefined : number('runs', values.runs),
    only,
    isPart: only !== undefined && !(only in parts),
    chosen: only === undefined ? Object.keys(parts) : only in parts ? [only] : systems,
  }
}

/** The part of Vitest's JSON report that is read here. */
interface TestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly TestResult[]
  }[]
}
interface TestResult {
  readonly fullName: string
  readonly status: string
  readonly failureMessages?: readonly string[]
}

/** Runs the chosen parts of a project together; returns whether all passed, and the tests that the report lists one by one. */
function run({ chosen, isPart }: Options, project: string, env: NodeJS.ProcessEnv): { passed: boolean; tests: PlainTest[] } {
  const files = chosen
    .flatMap((part) => (parts[part]?.[0] === project ? parts[part][1] : []))
    .filter((file) => !isPart || /tours|flows/.test(file))
  const output = join(folder, 'results', `tests-${project}.json`)
  const args = ['run', `--project=${project}`, ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${output}`]
  const done = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env,
  })
  const tests: PlainTest[] = []
  const results = existsSync(output) ? (JSON.parse(readFileSync(output, 'utf8')) as TestReport).testResults : []
  for (const { name, status, message, assertionResults } of results) {
    const file = relative(root, name).replaceAll('\\', '/')
    // The report shows tours that passed as stories.
    const shown = assertionResults.filter((test) => !/tours|flows/.test(file) || test.status === 'failed')
    tests.push(...shown.map((test) => plain(file, test)))
    // A file that failed to load has no test that could fail.
    if (status === 'failed' && assertionResults.length === 0) tests.push({ file, name: 'The file', status: 'failed', message })
  }
  // A failure without a failed test, such as a server that did not start, fails the run as well.
  if (done.status !== 0 && !tests.some(({ status }) => status === 'failed'))
    tests.push({ file: project, name: 'The run as a whole', status: 'failed', message: 'It ended early: see what it printed.' })
  return { passed: done.status === 0, tests }
}

function plain(file: string, { fullName, status, failureMessages = [] }: TestResult): PlainTest {
  const shown = status === 'passed' || status === 'failed' ? status : 'skipped'
  return {
    file,
    name: fullName,
    status: shown,
    ...(shown === 'failed' && { message: failureMessages.join('\n').slice(0, 4000) }),
  }
}

/** Writes the report and prints its summary; returns whether all is well. */
function report(options: Options, tests: readonly PlainTest[]): boolean {
  const { seed, isPart } = options
  const results = join(folder, 'results')
  const played = readdirSync(results)
    .filter((name) => !name.startsWith('tests-'))
    .map((name) => JSON.parse(readFileSync(join(results, name), 'utf8')) as PlayedSystem)
  const order = [...systems, 'server']
  const sorted = played.sort((a, b) => a.machine.localeCompare(b.machine) || order.indexOf(a.system) - order.indexOf(b.system))
  const bites = existsSync(join(folder, 'bite.json'))
    ? (JSON.parse(readFileSync(join(folder, 'bite.json'), 'utf8')) as Bite[])
    : []
  if (sorted.every(({ tours }) => tours.length === 0))
    console.log(`\nNo tour and no case of any table is called "${options.only}".`)
  const input: ReportInput = {
    seed,
    command: command(options),
    at: new Date().toISOString().slice(0, 16).replace('T', ' '),
    systems: sorted,
    tests,
    bites,
    isPart,
  }
  writeFileSync(join(folder, 'index.html'), reportOf(input))
  console.log('')
  // A case that was chosen concerns few machines.
  for (const system of sorted.filter(({ tours }) => !isPart || tours.length > 0)) console.log(summaryOf(system))
  const failed = tests.filter(({ status }) => status === 'failed')
  for (const { file, name, message = '' } of failed) console.log(`\nFailed: ${name} (${file})\n${message.split('\n', 1)[0]}`)
  console.log(`\nSeed ${seed}. The report: ${relative(process.cwd(), join(folder, 'index.html'))}`)
  return isGood(input) && !(isPart && sorted.every(({ tours }) => tours.length === 0))
}

/** One line: "auth  Chromium  31/31 states, 88/88 transitions, 40 tours, 1 failed". */
function summaryOf({ machine, title, coverage: { states, transitions }, tours }: PlayedSystem): string {
  const failures = tours.filter(({ failure }) => failure !== undefined).length
  const seen = `${states.seen}/${states.total} states, ${transitions.seen}/${transitions.total} transitions`
  return `${machine.padEnd(14)}${title.padEnd(18)}${seen}, ${tours.length} tours${failures > 0 ? `, ${failures} failed` : ''}`
}

function command({ seed, runs, only }: Options): string {
  const words = [
    `--seed ${seed}`,
    ...(runs === undefined ? [] : [`--runs ${runs}`]),
    ...(only === undefined ? [] : [`--only ${/^[\w-]+$/.test(only) ? only : `"${only}"`}`]),
  ]
  return `npm run test:model -- ${words.join(' ')}`
}
