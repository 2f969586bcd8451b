// Runs tests in a copy of the tree, and names the first that fails.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../../../.scripts/root.mjs'
import { seedOf } from '../../../.scripts/seed.mjs'

/** Longest run of tests, in milliseconds: a run that does not end proves nothing. */
const LIMIT_MS = 900_000

const seed = String(seedOf(process.env, Date.now()))

/** Returns the first test that fails; null when all pass. */
export async function firstFailure(
  copy: string,
  projects: readonly string[],
  files: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string | null> {
  const output = join(copy, 'results.json')
  rmSync(output, { force: true })
  const code = await vitest(
    copy,
    [
      ...projects.map((name) => `--project=${name}`),
      ...files,
      '--bail=1',
      '--testTimeout=180000',
      '--reporter=json',
      `--outputFile=${output}`,
    ],
    env,
  )
  if (code === 0) return null
  if (!existsSync(output)) throw new Error(`The tests did not end in ${LIMIT_MS / 60_000} minutes: this proves nothing.`)
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as TestReport
  for (const { name, status, assertionResults } of testResults) {
    const test = assertionResults.find((one) => one.status === 'failed')
    if (test !== undefined) return `${relative(copy, name)}: ${test.fullName}`
    if (status === 'failed') return `${relative(copy, name)} cannot be loaded`
  }
  return 'the run as a whole'
}

/** The part of Vitest's JSON report that is read here. */
interface TestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Runs Vitest; returns its exit code, or null when it was killed. */
function vitest(copy: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
    cwd: copy,
    stdio: 'ignore',
    env: { ...process.env, CI: '1', MODEL_SEED: seed, ...env },
    timeout: LIMIT_MS,
  })
  running.add(child)
  return new Promise((resolve) => {
    child.once('close', (code: number | null) => {
      running.delete(child)
      resolve(code)
    })
  })
}
