// `npm run check`: runs every check below, then says which failed.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { faultsOfContainerfile, faultsOfShell, faultsOfSql } from './languages.mjs'
import { licencesOf, refusedOf } from './licences.mjs'
import { faultsOfMarkdown } from './pages.mjs'
import { root } from './root.mjs'

/** Name, program, arguments. @type {readonly (readonly [string, string, ...string[]])[]} */
const checks = [
  ['types', 'node_modules/typescript/bin/tsc', '-p', '.'],
  ['lint', 'node_modules/oxlint/bin/oxlint', '--deny-warnings'],
  [
    'style',
    'node_modules/stylelint/bin/stylelint.mjs',
    '--cache',
    '--cache-location',
    'node_modules/.cache/stylelint/',
    'src/**/*.css',
  ],
  ['unused', 'node_modules/knip/bin/knip.js', '--no-progress'],
  ['format', 'node_modules/oxfmt/bin/oxfmt', '--check'],
  ['architecture', 'node_modules/vitest/vitest.mjs', 'run', '--project=architecture', '--reporter=dot'],
  ['size', '.scripts/tool.mjs', 'size'],
]

// The tests of the tier `architecture` that are tagged full have nginx, systemd and Prometheus read their files.
const env = { ...process.env, TEST_FULL: '1' }

ensureInstalled()
const failed = checks.filter(([name, program, ...args]) => {
  console.log(`\n— ${name}`)
  return spawnSync(process.execPath, [join(root, program), ...args], { cwd: root, stdio: 'inherit', env }).status !== 0
})
const languages = { shell: faultsOfShell, containerfile: faultsOfContainerfile, markdown: faultsOfMarkdown, sql: faultsOfSql }
for (const [name, faultsOf] of Object.entries(languages)) {
  console.log(`\n— ${name}`)
  const faults = await faultsOf()
  for (const fault of faults) console.log(fault)
  if (faults.length > 0) failed.push([name, ''])
}
console.log('\n— licences')
const licences = licencesOf()
for (const [licence, names] of licences) console.log(`${String(names.length).padStart(4)}  ${licence}`)
const refused = refusedOf(licences)
for (const name of refused) console.log(`Not permissive, or not named: ${name}`)
if (refused.length > 0) failed.push(['licences', ''])
console.log(failed.length === 0 ? '\nEverything checks.' : `\nFailed: ${failed.map(([name]) => name).join(', ')}.`)
process.exit(failed.length === 0 ? 0 : 1)
