// `npm run test:model:bite`: takes each protection out of a copy of the tree, one at a time, and demands that the model-based tests notice.
// Prints the table and leaves it in reports/model/bite.json, where the next report finds it. `-- Web` tries those whose names say so.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { changed, protections } from './model/protections.mjs'
import { fail, root } from './root.mjs'

const quick = [
  'tests/machines/authMachine.graph',
  'tests/machines/authMachine.behaviour',
  'tests/machines/session.tours',
  'tests/auth/refresh',
  'tests/auth/schedule',
  'tests/auth/session',
  'tests/auth/tabs',
  'tests/auth/vault',
  'tests/api/baseQuery',
]
const races = ['tests/auth/races']
const screens = ['tests/app/session.tours']

const words = process.argv.slice(2).join(' ').toLowerCase()
const chosen = protections.filter(({ name }) => name.toLowerCase().includes(words))
if (chosen.length === 0) fail(`No protection is named "${words}".`)
ensureInstalled()
const copy = mkdtempSync(join(tmpdir(), 'frond-bite-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const name of [
  'src',
  'machines',
  'tests',
  '.scripts',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'index.html',
  'README.md',
])
  cpSync(join(root, name), join(copy, name), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')

const whole = [
  firstFailure(['machine', 'session'], [...quick, ...races]),
  ...chosen.flatMap(({ screen }) => (screen === undefined ? [] : [played(screen)])),
].find((failure) => failure !== null)
if (whole !== undefined) fail(`Nothing is taken out yet, and a test fails already: ${whole}`)
console.log('Nothing taken out: every test passes.\n')

const table = chosen.map((protection) => {
  const began = performance.now()
  const row = bite(protection)
  console.log(
    `${row.caught ? 'caught    ' : 'NOT CAUGHT'} ${((performance.now() - began) / 1000).toFixed(0).padStart(3)} s  ${row.name}\n${' '.repeat(18)}${row.by}`,
  )
  return row
})
const missed = table.filter(({ caught }) => !caught)
const folder = join(root, 'reports', 'model')
mkdirSync(folder, { recursive: true })
if (words === '') writeFileSync(join(folder, 'bite.json'), JSON.stringify(table))
console.log(missed.length === 0 ? `\nAll ${table.length} were caught.` : `\n${missed.length} of ${table.length} were not caught.`)
process.exit(missed.length === 0 ? 0 : 1)

/** Takes one out, runs the tests that must notice, and puts it back. */
function bite({ name, changes, races: byRaces, screen }) {
  const files = [...new Set(changes.map(([file]) => file))]
  try {
    for (const change of changes) {
      const path = join(copy, change[0])
      writeFileSync(path, changed(readFileSync(path, 'utf8'), change))
    }
    const found = screen === undefined ? firstFailure(['machine', 'session'], quick) : played(screen)
    const raced = byRaces ? firstFailure(['session'], races) : null
    const by = [found, byRaces && (raced === null ? 'the races do not notice' : 'the races notice')].filter(Boolean)
    return { name, file: files.join(', '), caught: found !== null || raced !== null, by: by.join('; ') }
  } finally {
    for (const file of files) cpSync(join(root, file), join(copy, file))
  }
}

/** Plays one case in React; null when it goes as the table says. */
function played(screen) {
  return firstFailure(['console'], screens, { MODEL_CASE: screen })
}

/** The first test that fails; null when all pass. */
function firstFailure(projects, files, env = {}) {
  const output = join(copy, 'results.json')
  rmSync(output, { force: true })
  const args = [
    'run',
    ...projects.map((name) => `--project=${name}`),
    ...files,
    '--bail=1',
    '--reporter=json',
    `--outputFile=${output}`,
  ]
  const done = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: copy,
    stdio: 'ignore',
    env: { ...process.env, CI: '1', ...env },
    timeout: 300_000,
  })
  if (done.status === 0) return null
  if (!existsSync(output)) return fail('The tests did not end in five minutes: this proves nothing.')
  const { testResults } = JSON.parse(readFileSync(output, 'utf8'))
  for (const { name, status, assertionResults } of testResults) {
    const test = assertionResults.find((one) => one.status === 'failed')
    if (test !== undefined) return `${relative(copy, name)}: ${test.fullName}`
    if (status === 'failed') return `${relative(copy, name)} cannot be loaded`
  }
  return 'the run as a whole'
}
