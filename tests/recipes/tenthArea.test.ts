// @module-tag full
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyTree } from '../support/source/copy'
import { filesShown, patched } from '../support/source/recipe'

const root = join(import.meta.dirname, '../..')
const shown = filesShown(readFileSync(join(root, 'src/areas/README.md'), 'utf8'), 'Adding an area')
const registries = ['src/contract/index.ts', 'src/areas/index.ts']
// Runs a compiler and several test files, on a machine that may be busy.
const PATIENT = 600_000

/** A copy of the tree, with the area that the README adds. */
let copy: string
beforeAll(() => {
  copy = copyTree()
  for (const { path, text, language } of shown) {
    const file = join(copy, pathOf(path))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, language === 'diff' ? patched(readFileSync(file, 'utf8'), text) : text)
  }
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Replaces `NNN` by the next number of a migration. */
function pathOf(path: string): string {
  const numbers = readdirSync(join(root, 'src/server/migrations')).map((name) => Number.parseInt(name, 10) || 0)
  return path.replace('NNN', String(Math.max(...numbers) + 1).padStart(3, '0'))
}

/** Runs one of the tools of node_modules in the copy. */
async function run(tool: string, ...args: readonly string[]): Promise<{ readonly code: unknown; readonly output: string }> {
  // Drops this run's own environment, which must not affect that one.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV|DATABASE_)/.test(name)))
  const child = spawn(process.execPath, [join(copy, 'node_modules', tool), ...args], { cwd: copy, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  const [code] = (await once(child, 'close')) as [unknown]
  return { code, output }
}

describe('an area that is added by the README', () => {
  it('needs a contract, an area, a migration, a test, and an entry in each registry', () => {
    expect(shown.filter(({ language }) => language !== 'diff').map(({ path }) => path)).toEqual([
      'src/contract/suppliers.ts',
      'src/areas/suppliers.tsx',
      'src/server/migrations/NNN_suppliers.sql',
      'tests/areas/suppliers.test.tsx',
    ])
    expect(shown.filter(({ language }) => language === 'diff').map(({ path }) => path)).toEqual(registries)
    for (const path of registries) {
      const lines = readFileSync(join(root, path), 'utf8').split('\n')
      const added = readFileSync(join(copy, path), 'utf8')
        .split('\n')
        .filter((line) => !lines.includes(line))
      expect(added.filter((line) => !line.includes('suppliers'))).toEqual([])
    }
  })

  it('passes type checks, lint and the search for unused code', { timeout: PATIENT }, async () => {
    expect(await run('typescript/bin/tsc', '-p', '.')).toEqual({ code: 0, output: '' })
    const files = shown.map(({ path }) => path).filter((path) => !path.endsWith('.sql'))
    const lint = await run('oxlint/bin/oxlint', '--deny-warnings', ...files)
    expect([lint.code, lint.output]).toEqual([0, expect.any(String)])
    const format = await run('oxfmt/bin/oxfmt', '--check', ...files)
    expect([format.code, format.output]).toEqual([0, expect.any(String)])
    const unused = await run('knip/bin/knip.js', '--no-progress')
    expect([unused.code, unused.output]).toEqual([0, expect.any(String)])
  })

  it('appears wherever areas do, and works there', { timeout: PATIENT }, async () => {
    cpSync(join(copy, 'tests/recipes/newArea.tsx'), join(copy, 'tests/app/newArea.test.tsx'))
    const report = join(copy, 'report.json')
    const files = [
      'tests/areas/suppliers.test.tsx',
      'tests/app/newArea.test.tsx',
      'tests/areas/registry.test.ts',
      'tests/architecture.test.ts',
      'tests/registries.test.ts',
      'tests/crud/model/crudCalls.test.ts',
      'tests/server/conformance.test.ts',
      'tests/server/http/openapi.test.ts',
    ]
    const names = 'suppliers|a new area|the registries|the areas|the table of rooms'
    const { code, output } = await run(
      'vitest/vitest.mjs',
      'run',
      ...files,
      '-t',
      names,
      '--reporter=json',
      `--outputFile=${report}`,
    )
    const passed = passedIn(report)
    expect([code, failuresIn(report), code === 0 ? '' : output]).toEqual([0, [], ''])
    for (const name of [
      'suppliers are created, changed, listed and deleted',
      'a new area stands in the menu after those before it, and leads to its list',
      'a new area is found in the palette: its place, a new row, and its rows by their names',
      'the answers about suppliers are as documented',
      'the answers about suppliers are as documented when rows are written',
      'the calls of suppliers creates once, updates with the version that it read, and deletes',
      'suppliers sorts by kind, then by id',
      'the table of rooms holds for every import of the tree',
    ])
      expect(passed).toContain(name)
    // The calls that `npm run conformance` checks.
    expect(passed.filter((name) => name.startsWith('suppliers keeps the contract: ')).length).toBeGreaterThan(12)
  })
})

interface Ended {
  readonly fullName: string
  readonly status: string
  readonly failureMessages?: readonly string[]
}

interface EndedFile {
  readonly name: string
  readonly status: string
  /** Why the file failed apart from its tests, such as a module that does not load. */
  readonly message: string
  readonly assertionResults: readonly Ended[]
}

function filesIn(report: string): EndedFile[] {
  if (!existsSync(report)) return []
  return (JSON.parse(readFileSync(report, 'utf8')) as { testResults: EndedFile[] }).testResults
}

function passedIn(report: string): string[] {
  return filesIn(report)
    .flatMap(({ assertionResults }) => assertionResults)
    .flatMap(({ fullName, status }) => (status === 'passed' ? [fullName.replaceAll("'", '')] : []))
}

function failuresIn(report: string): string[] {
  return filesIn(report).flatMap(({ name, status, message, assertionResults }) => [
    ...(status === 'failed' && message !== '' ? [`${name}: ${message.slice(0, 2000)}`] : []),
    ...assertionResults.flatMap(({ fullName, status: ended, failureMessages = [] }) =>
      ended === 'failed' ? [`${fullName}: ${failureMessages.join('\n').slice(0, 2000)}`] : [],
    ),
  ])
}
