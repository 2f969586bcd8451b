// `npm test`: installs what is missing and runs every tier. `npm test -- machine browser` runs those tiers only.
// A tier that cannot run here says why; with CI set, that is a failure.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { findPostgres } from './postgres.mjs'
import { fail, root } from './root.mjs'

const reports = join(root, 'reports', 'tests')
const secondTries = join(reports, 'second-tries.txt')
const tiers = ['architecture', 'machine', 'session', 'console', 'api', 'recipes', 'postgres', 'browser']
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !tiers.includes(name))
if (unknown.length > 0) fail(`There is no tier ${unknown.join(', ')}. The tiers are: ${tiers.join(', ')}.`)
const wanted = (tier) => asked.length === 0 || asked.includes(tier)

const skipped = new Map()
const counts = new Map()
/** What failed, each with its first words: told again below the counts, since a long run's own report of it is far above by then. */
const failures = []
/** Tests that ran in some tier, and those that one tier left out: what has to do with one engine only is left out on the other. */
const ran = new Set()
const leftOut = []
try {
  ensureInstalled()
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  run(tiers.slice(0, 6).filter(wanted), { DATABASE_URL: undefined })
  if (wanted('postgres')) runOnPostgres()
  if (wanted('browser')) await runInBrowser()
} catch (error) {
  fail(error)
}
process.exit(summary())

/** The API's files again, on the server that DATABASE_URL names or on one that is started for them and thrown away. */
function runOnPostgres() {
  if (process.env['DATABASE_URL'] || findPostgres() !== null) run(['postgres'], { TEST_POSTGRES: '1' })
  else
    skipped.set(
      'postgres',
      'no PostgreSQL programs on this machine; install PostgreSQL 15 or later, or name a server in DATABASE_URL',
    )
}

async function runInBrowser() {
  try {
    process.env['CHROMIUM'] = await ensureChromium()
  } catch (error) {
    skipped.set('browser', error.message)
    return
  }
  ensureBuilt()
  run(['browser'], {})
}

/** Runs projects of vite.config.ts in one go and counts their tests. */
function run(projects, env) {
  if (projects.length === 0) return
  const file = join(reports, `${projects.join('-')}.json`)
  const args = [
    'run',
    ...projects.map((name) => `--project=${name}`),
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    `--reporter=${join(root, '.scripts/secondTries.mjs')}`,
    // One slip of a shared machine must not cost a whole run; it is told by name, and is to be repaired.
    ...(process.env['CI'] ? ['--retry=1'] : []),
  ]
  console.log(`\n— ${projects.join(', ')}`)
  const done = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SECOND_TRIES: secondTries, ...env },
  })
  const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).testResults : []
  for (const result of results) count(projects.length === 1 ? projects[0] : tierOf(relative(root, result.name)), result)
  // What no test stands for, such as an unhandled rejection or a setup that failed, is a failure of the whole run.
  if (done.status !== 0 && projects.every((tier) => (counts.get(tier)?.failed ?? 0) === 0)) tally(projects[0]).failed += 1
}

function count(tier, { name: file, assertionResults, status, message }) {
  const tests = tally(tier)
  for (const { status: outcome, fullName, failureMessages } of assertionResults) {
    const test = `${file} ${fullName}`
    if (outcome === 'failed')
      failures.push({ tier, test: `${relative(root, file)}: ${fullName}`, message: failureMessages.join('\n') })
    if (outcome === 'passed' || outcome === 'failed') {
      tests[outcome] += 1
      ran.add(test)
    } else leftOut.push({ tier, test })
  }
  // A file that could not even be loaded has no tests to fail.
  if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed')) {
    tests.failed += 1
    failures.push({ tier, test: relative(root, file), message: message ?? '' })
  }
}

function tally(tier) {
  if (!counts.has(tier)) counts.set(tier, { passed: 0, failed: 0, skipped: 0 })
  return counts.get(tier)
}

function tierOf(file) {
  const room = file.replaceAll('\\', '/').split('/')[1]
  const rooms = {
    machines: 'machine',
    auth: 'session',
    api: 'session',
    contract: 'api',
    server: 'api',
    ui: 'console',
    crud: 'console',
    telemetry: 'console',
    areas: 'console',
    app: 'console',
    recipes: 'recipes',
  }
  return rooms[room] ?? 'architecture'
}

/** Prints what ran and what did not; answers the exit code. */
function summary() {
  console.log('')
  for (const { tier, test } of leftOut) if (!ran.has(test)) tally(tier).skipped += 1
  for (const tier of tiers.filter((name) => counts.has(name) || skipped.has(name))) {
    const { passed = 0, failed = 0, skipped: left = 0 } = counts.get(tier) ?? {}
    console.log(
      `${tier.padEnd(14)}${skipped.has(tier) ? `skipped: ${skipped.get(tier)}` : sentence({ passed, failed, skipped: left })}`,
    )
  }
  for (const { tier, test, message } of failures) console.log(`\nFailed in ${tier}: ${test}\n${beginning(message)}`)
  if (existsSync(secondTries)) console.log(`\nPassed only at the second try:\n${readFileSync(secondTries, 'utf8')}`)
  const all = [...counts.values()]
  const sum = (key) => all.reduce((total, tests) => total + tests[key], 0)
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
  if (process.env['CI'] && (skipped.size > 0 || total.skipped > 0)) {
    console.log('Nothing may be skipped when CI is set.')
    total.failed += skipped.size + total.skipped
  }
  writeFileSync(join(reports, 'summary.json'), JSON.stringify(total))
  console.log(sentence(total))
  return total.failed === 0 && total.passed > 0 ? 0 : 1
}

/** As much of an error as tells what was expected and where. */
function beginning(message) {
  return message
    .split('\n')
    .slice(0, 12)
    .map((line) => `  ${line.slice(0, 240)}`)
    .join('\n')
}

function sentence({ passed, failed, skipped: left }) {
  return `${passed} passed, ${failed} failed${left > 0 ? `, ${left} skipped` : ''}`
}
