// `npm test`: installs missing packages and runs every tier. `npm run test:full` adds the tests that repeat at random or in every
// combination. After either, `-- machine browser` runs only those tiers, and `-- changed` only the test files that a change since the last
// commit affects. A tier that cannot run here says why; with CI set, that is a failure.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureChromium, findShell } from './chromium.mjs'
import { ensureEngines } from './engines.mjs'
import { ensureInstalled } from './install.mjs'
import { seedOf } from './seed.mjs'
import { findPooler, findPostgres } from './programs.mjs'
import { fail, root } from './root.mjs'

const reports = join(root, 'reports', 'tests')
/** Several runs, because browsers need the whole machine. */
const runs = [
  ['architecture', 'machine', 'session', 'console', 'pglite', 'postgres', 'tools', 'recipes'],
  ['browser'],
  ['several'],
  ['pooled'],
  ['engines'],
  ['prove'],
]
const tiers = runs.flat()
/** Tiers that only `npm run test:full` runs, unless they are named. */
const fullOnly = ['several', 'pooled', 'engines', 'prove']
const [full, ...args] = process.argv[2] === '--full' ? [true, ...process.argv.slice(3)] : [false, ...process.argv.slice(2)]
const onlyChanged = args.includes('changed')
const named = args.filter((name) => name !== 'changed')
const unknown = named.filter((name) => !tiers.includes(name))
if (unknown.length > 0) fail(`There is no tier ${unknown.join(', ')}. The tiers are: ${tiers.join(', ')}.`)

const seed = seedOf(process.env, Date.now())
process.env['MODEL_SEED'] = String(seed)
const seedLine = `Seed ${seed}. npm run test:model -- --seed ${seed} plays the same tours, walks and races again.`
console.log(seedLine)

/**
 * @typedef {{ passed: number; failed: number; skipped: number }} Counts
 * @typedef {Counts & { seconds: number }} Tally
 */

/** Why a tier cannot run here. @type {Map<string, string>} */
const skipped = new Map()
/** By tier: numbers of tests passed, failed and skipped, and the seconds that its files took. @type {Map<string, Tally>} */
const counts = new Map()
/**
 * The failed tests with the beginnings of their messages: printed again below the counts, because Vitest's own report is far above by then.
 *
 * @type {{ tier: string; test: string; message: string }[]}
 */
const failures = []
/** @type {{ tier: string; file: string; seconds: number }[]} */
const files = []
const began = performance.now()
try {
  ensureInstalled()
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  for (const together of runs) {
    const selected = together.filter((tier) => (named.length === 0 ? full || !fullOnly.includes(tier) : named.includes(tier)))
    /** @type {string[]} */
    const runnable = []
    for (const tier of selected) if (await canRun(tier)) runnable.push(tier)
    const [first, ...others] = runnable
    if (first !== undefined) run([first, ...others])
  }
} catch (error) {
  fail(error)
}
process.exit(summary())

/**
 * Prepares what a tier needs; when that fails, records why. Resolves to whether the tier can run.
 *
 * @param {string} tier
 */
async function canRun(tier) {
  if (tier === 'pooled' && findPooler() === null) {
    skipped.set(tier, 'no PgBouncer on this machine')
    return false
  }
  if (['postgres', 'several', 'pooled'].includes(tier) && !process.env['DATABASE_URL'] && findPostgres() === null) {
    skipped.set(tier, 'no PostgreSQL programs on this machine; install PostgreSQL 15 or later, or name a server in DATABASE_URL')
    return false
  }
  if (tier !== 'browser' && tier !== 'engines' && tier !== 'prove') return true
  try {
    if (tier === 'engines') Object.assign(process.env, await ensureEngines())
    else {
      process.env['CHROMIUM'] = await ensureChromium()
      process.env['CHROMIUM_SHELL'] = findShell() ?? ''
    }
  } catch (error) {
    skipped.set(tier, error instanceof Error ? error.message : String(error))
    return false
  }
  ensureBuilt()
  return true
}

/**
 * Runs projects of tests/projects.ts together and counts their tests.
 *
 * @param {readonly [string, ...string[]]} projects
 */
function run(projects) {
  console.log(`\n— ${projects.join(', ')}`)
  const file = join(reports, `${projects.at(-1)}.json`)
  const args = [
    'run',
    ...projects.map((name) => `--project=${name}`),
    ...(onlyChanged ? ['--changed'] : []),
    '--passWithNoTests',
    '--reporter=default',
    `--reporter=${join(root, 'tests/support/testReport.ts')}`,
  ]
  const done = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_REPORT: file, ...(full && { TEST_FULL: '1' }) },
  })
  const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  for (const result of results) count(result)
  // A failure without a failed test, such as an unhandled rejection or a failed setup, counts as a failure of the run.
  if (done.status !== 0 && projects.every((tier) => (counts.get(tier)?.failed ?? 0) === 0)) tally(projects[0]).failed += 1
}

/** @param {import('../tests/support/testReport').FileResult} result */
function count({ tier, file, seconds, passed, failed, left }) {
  const tests = tally(tier)
  tests.passed += passed
  tests.failed += failed.length
  tests.skipped += left
  tests.seconds += seconds
  files.push({ tier, file, seconds })
  for (const { test, message } of failed) failures.push({ tier, test: `${file}: ${test}`, message })
}

/** @param {string} tier */
function tally(tier) {
  const found = counts.get(tier) ?? { passed: 0, failed: 0, skipped: 0, seconds: 0 }
  counts.set(tier, found)
  return found
}

/** Prints the results; returns the exit code. */
function summary() {
  console.log('\nThe slowest files, in seconds:')
  for (const { tier, file, seconds } of files.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10))
    console.log(`${seconds.toFixed(1).padStart(6)}  ${tier.padEnd(9)}${file}`)
  console.log('\nThe tiers, with the seconds that their files took, three at a time:')
  for (const tier of tiers.filter((name) => counts.has(name) || skipped.has(name))) {
    const tests = counts.get(tier)
    const outcome = tests === undefined ? `skipped: ${skipped.get(tier)}` : sentence(tests)
    console.log(`${tier.padEnd(14)}${(tests?.seconds ?? 0).toFixed(0).padStart(5)}  ${outcome}`)
  }
  for (const { tier, test, message } of failures) console.log(`\nFailed in ${tier}: ${test}\n${beginning(message)}`)
  console.log(`\n${seedLine}`)
  const sum = (/** @type {keyof Counts} */ key) => [...counts.values()].reduce((total, tests) => total + tests[key], 0)
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
  if (process.env['CI'] && (skipped.size > 0 || total.skipped > 0)) {
    console.log('Nothing may be skipped when CI is set.')
    total.failed += skipped.size + total.skipped
  }
  writeFileSync(join(reports, 'summary.json'), JSON.stringify(total))
  console.log(`\nAfter ${((performance.now() - began) / 1000).toFixed(0)} s:`)
  console.log(sentence(total))
  return total.failed === 0 && (total.passed > 0 || onlyChanged) ? 0 : 1
}

/**
 * Cuts an error's message down to the expectation and its place.
 *
 * @param {string} message
 */
function beginning(message) {
  return message
    .split('\n')
    .slice(0, 12)
    .map((line) => `  ${line.slice(0, 240)}`)
    .join('\n')
}

/** @param {Counts} counts */
function sentence({ passed, failed, skipped: left }) {
  return `${passed} passed, ${failed} failed${left > 0 ? `, ${left} skipped` : ''}`
}
