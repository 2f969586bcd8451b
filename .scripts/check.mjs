// `npm run check`: types, lint with type-aware rules, style sheets, unused files, exports and dependencies, formatting, who imports whom,
// shell, SQL, and licences. Runs all of them, then says which failed.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { faultsOfShell, faultsOfSql } from './languages.mjs'
import { licencesOf, refusedOf } from './licences.mjs'
import { fail, root } from './root.mjs'

/** Name, program below node_modules, arguments. @type {readonly (readonly [string, string, ...string[]])[]} */
const checks = [
  ['types', 'typescript/bin/tsc', '-p', '.'],
  ['lint', 'oxlint/bin/oxlint', '--deny-warnings'],
  ['style', 'stylelint/bin/stylelint.mjs', '--cache', '--cache-location', 'node_modules/.cache/stylelint/', 'src/**/*.css'],
  ['unused', 'knip/bin/knip.js', '--no-progress'],
  ['format', 'prettier/bin/prettier.cjs', '--check', '--cache', '--log-level=warn', '.'],
  ['architecture', 'vitest/vitest.mjs', 'run', '--project=architecture', '--reporter=dot'],
]

try {
  ensureInstalled()
} catch (error) {
  fail(error)
}
const failed = checks.filter(([name, program, ...args]) => {
  console.log(`\n— ${name}`)
  return spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], { cwd: root, stdio: 'inherit' }).status !== 0
})
for (const [name, faultsOf] of Object.entries({ shell: faultsOfShell, sql: faultsOfSql })) {
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
