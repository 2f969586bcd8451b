// `npm run test:model`: the model-based tests, and their report in reports/model/index.html.
// `-- --seed 12` walks other tours, `-- --runs 1000` walks and races more often, `-- --only browser` plays one part: actor, react, browser,
// snapshots, walk, races, a tour such as tour-3, or a case of tests/model/moves/ by its name.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { isGood, reportOf } from './model/report.mjs'
import { seedOf } from './seed.mjs'
import { findPostgres } from './postgres.mjs'
import { fail, root } from './root.mjs'

const folder = join(root, 'reports', 'model')

/** The parts, each with its project and files of tests. */
const parts = {
  snapshots: [
    'machine',
    [
      'tests/machines/authMachine.graph',
      'tests/machines/authMachine.behaviour',
      'tests/machines/authMachine.alone',
      'tests/machines/plantRequestMachine',
    ],
  ],
  walk: ['machine', ['tests/machines/authMachine.walk']],
  actor: ['machine', ['tests/machines/session.tours', 'tests/machines/plantRequest.tours']],
  races: ['session', ['tests/auth/races']],
  react: ['app', ['tests/app/session.tours']],
  server: [findPostgres() === null ? 'pglite' : 'postgres', ['tests/server/areas/plantRequests.tours']],
  browser: ['browser', ['tests/browser/session.tours']],
}
const systems = ['actor', 'react', 'browser']

const { seed, runs, only } = read()
/** A tour or a case is played in every system of the session. */
const isPart = only !== undefined && !(only in parts)
const chosen = only === undefined ? Object.keys(parts) : only in parts ? [only] : systems
const env = {
  ...process.env,
  MODEL_SEED: String(seed),
  MODEL_REPORT: folder,
  ...(runs !== undefined && { MODEL_RUNS: String(runs) }),
  ...(isPart && { MODEL_CASE: only }),
}
const tests = []
try {
  ensureInstalled()
  rmSync(join(folder, 'results'), { recursive: true, force: true })
  rmSync(join(folder, 'pictures'), { recursive: true, force: true })
  mkdirSync(join(folder, 'results'), { recursive: true })
  console.log(`Seed ${seed}. ${command()} runs exactly this again.`)
  if (chosen.includes('browser')) {
    env.CHROMIUM = await ensureChromium()
    ensureBuilt()
  }
} catch (error) {
  fail(error)
}
const failed = [...new Set(chosen.map((part) => parts[part][0]))].filter((project) => !run(project))
process.exit(report() && failed.length === 0 ? 0 : 1)

function read() {
  try {
    const { values } = parseArgs({
      options: {
        seed: { type: 'string', default: String(seedOf(process.env, Date.now())) },
        runs: { type: 'string' },
        only: { type: 'string' },
      },
    })
    const number = (name) => {
      if (values[name] === undefined) return undefined
      if (!/^\d{1,9}$/.test(values[name])) fail(`--${name} is a whole number, not "${values[name]}".`)
      return Number(values[name])
    }
    return { seed: number('seed'), runs: number('runs'), only: values.only }
  } catch (error) {
    return fail(error)
  }
}

/** Runs the chosen parts of a project in one go; answers whether all went well. */
function run(project) {
  const files = chosen
    .filter((part) => parts[part][0] === project)
    .flatMap((part) => parts[part][1])
    .filter((file) => !isPart || file.includes('session.tours'))
  const output = join(folder, 'results', `tests-${project}.json`)
  const args = ['run', `--project=${project}`, ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${output}`]
  const done = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env,
  })
  const results = existsSync(output) ? JSON.parse(readFileSync(output, 'utf8')).testResults : []
  for (const { name, status, message, assertionResults } of results) {
    const file = relative(root, name).replaceAll('\\', '/')
    // Tours that went well are told as stories.
    const told = assertionResults.filter((test) => !file.includes('.tours.') || test.status === 'failed')
    tests.push(...told.map((test) => plain(file, test)))
    // A file that could not even be loaded has no tests to fail.
    if (status === 'failed' && assertionResults.length === 0) tests.push({ file, name: 'The file', status: 'failed', message })
  }
  // What no test stands for, such as a server that did not start, fails the run as well.
  if (done.status !== 0 && !tests.some(({ status }) => status === 'failed'))
    tests.push({ file: project, name: 'The run as a whole', status: 'failed', message: 'It ended early: see what it printed.' })
  return done.status === 0
}

function plain(file, { fullName, status, failureMessages = [] }) {
  const told = status === 'passed' || status === 'failed' ? status : 'skipped'
  return { file, name: fullName, status: told, ...(told === 'failed' && { message: failureMessages.join('\n').slice(0, 4000) }) }
}

/** Writes the report and prints its sum; answers whether it is good. */
function report() {
  const results = join(folder, 'results')
  const played = readdirSync(results)
    .filter((name) => !name.startsWith('tests-'))
    .map((name) => JSON.parse(readFileSync(join(results, name), 'utf8')))
  const order = [...systems, 'server']
  const sorted = played.sort((a, b) => a.machine.localeCompare(b.machine) || order.indexOf(a.system) - order.indexOf(b.system))
  const bites = existsSync(join(folder, 'bite.json')) ? JSON.parse(readFileSync(join(folder, 'bite.json'), 'utf8')) : []
  const input = {
    seed,
    command: command(),
    at: new Date().toISOString().slice(0, 16).replace('T', ' '),
    systems: sorted,
    tests,
    bites,
    isPart,
  }
  writeFileSync(join(folder, 'index.html'), reportOf(input))
  console.log('')
  for (const {
    machine,
    title,
    coverage: { states, transitions },
    tours,
  } of sorted)
    console.log(
      `${machine.padEnd(14)}${title.padEnd(18)}${states.seen}/${states.total} states, ${transitions.seen}/${transitions.total} transitions, ${tours.length} tours`,
    )
  console.log(`\nSeed ${seed}. The report: ${relative(process.cwd(), join(folder, 'index.html'))}`)
  return isGood(input)
}

function command() {
  const words = [
    `--seed ${seed}`,
    ...(runs === undefined ? [] : [`--runs ${runs}`]),
    ...(only === undefined ? [] : [`--only ${/^[\w-]+$/.test(only) ? only : `"${only}"`}`]),
  ]
  return `npm run test:model -- ${words.join(' ')}`
}
