import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findPostgres } from '../.scripts/programs.mjs'

/** Tags that a file of the server's tests may carry in a comment, as in `// @module-tag embedded`. */
export const tags = [
  { name: 'embedded', description: 'About the embedded database, or about none: runs on PGlite alone' },
  { name: 'postgres', description: 'Needs a PostgreSQL server: never runs on PGlite' },
  { name: 'both-engines', description: 'SQL that the two engines could answer differently: always runs on both' },
  {
    name: 'full',
    description:
      'Proves by repetition, or in a browser what a DOM has proved, or builds a copy: runs in `npm run test:full` alone',
  },
  { name: 'long', description: 'Takes half a minute or more: starts before the other files of its tier' },
] as const
type Tag = (typeof tags)[number]['name']

/** Test file → its tags. Read once, because every project asks for several of them. */
const tagsByFile = readTags()

const serverTests = 'tests/{server,demo}/**/*.test.ts'
/**
 * Tests in `deploy` and `tools` that any change of another file can break, so `npm run check` runs them: the programs that read nginx's,
 * systemd's and Prometheus's files, and the source lines that the bite scripts replace.
 */
const checked = ['tests/deploy/programs.test.ts', 'tests/tools/bite.test.ts']
const hasPostgres = Boolean(process.env['DATABASE_URL']) || findPostgres() !== null
/** True in `npm run test:full`, which also runs the tests that prove by repetition. */
const isFull = process.env['TEST_FULL'] === '1'
/** The Citus cluster of `npm run test:citus`. */
const citusUrl = process.env['CITUS_URL']

/** Real servers on PostgreSQL, which is two to three times as fast as PGlite. */
const onPostgres = { globalSetup: ['tests/support/database/postgresSetup.ts'] }

/**
 * The tiers. The server's tests all run on PostgreSQL; they run on PGlite where there is no PostgreSQL, and in `npm run test:full`. Tags in
 * a file change where it runs.
 */
export const projects: TestProjectInlineConfiguration[] = [
  project('architecture', { include: ['tests/*.test.ts', ...checked] }),
  project('machine', { include: ['tests/machines/**/*.test.ts'] }),
  project('session', { ...onPostgres, include: ['tests/{auth,api,contract}/**/*.test.{ts,tsx}'] }),
  project('console', {
    ...onPostgres,
    environment: 'jsdom',
    setupFiles: ['tests/support/screens/dom.ts'],
    include: ['tests/{ui,crud,telemetry,areas,app}/**/*.test.{ts,tsx}'],
  }),
  project('pglite', {
    include: isFull || !hasPostgres ? [serverTests] : tagged('embedded', 'both-engines'),
    exclude: tagged('postgres'),
  }),
  project('postgres', { ...onPostgres, include: [serverTests], exclude: tagged('embedded') }),
  ...(citusUrl === undefined
    ? []
    : [
        // The demo refuses Citus.
        project('citus', {
          globalSetup: ['tests/support/database/citusSetup.ts'],
          include: ['tests/{server,citus}/**/*.test.ts'],
          exclude: tagged('embedded'),
        }),
      ]),
  ...(isFull
    ? [
        // Runs three servers on each database, which take the calls in turn. Left out: tests without calls that servers could share
        // (`backup`, `db`), and of what each process has by itself (`console`, `process`).
        project('several', {
          ...onPostgres,
          include: [
            'tests/server/{account,activity,alerts,areas,auth,crud,dashboard,events,http,mail,rollouts,telemetry}/**/*.test.ts',
          ],
          exclude: tagged('embedded'),
          env: { TEST_SERVERS: '3' },
        }),
        // The server's connections lead through PgBouncer. One server each, because some of these tests are about what one process has.
        project('pooled', { ...onPostgres, include: ['tests/server/**/*.test.ts'], exclude: tagged('embedded') }),
      ]
    : []),
  project('tools', { ...onPostgres, include: ['tests/{tools,deploy}/**/*.test.ts'], exclude: checked }),
  project('recipes', { ...onPostgres, include: ['tests/recipes/**/*.test.ts'] }),
  project('browser', {
    include: ['tests/browser/**/*.test.ts'],
    globalSetup: ['tests/browser/setup.ts'],
    // Limits that only a stuck test reaches, even on a slow machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  }),
  project('engines', {
    include: ['tests/engines/**/*.test.ts'],
    globalSetup: ['tests/browser/setup.ts'],
    // All engines share one driver and one display.
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  }),
  // Campaigns measure, so they run one at a time.
  project('prove', { include: ['tests/prove/**/*.test.ts'], fileParallelism: false, testTimeout: 600_000 }),
]

function project(
  name: string,
  { exclude = [], ...test }: NonNullable<TestProjectInlineConfiguration['test']>,
): TestProjectInlineConfiguration {
  return { extends: true, test: { name, ...test, exclude: [...exclude, ...(isFull ? [] : tagged('full'))] } }
}

/** Lists the test files that carry one of these tags. */
function tagged(...wanted: Tag[]): string[] {
  return [...tagsByFile].filter(([, carried]) => wanted.some((tag) => carried.includes(tag))).map(([file]) => file)
}

function readTags(): Map<string, string[]> {
  const root = join(import.meta.dirname, '..')
  const files = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `tests/${file.replaceAll('\\', '/')}`)
  return new Map(files.map((file) => [file, tagsIn(readFileSync(join(root, file), 'utf8'))]))
}

function tagsIn(text: string): string[] {
  return [...text.matchAll(/^\/\/ @module-tag (\S+)$/gm)].map(([, tag = '']) => tag)
}

/**
 * Starts the files tagged `long` first in their tier: begun last, one keeps a single worker busy while the others have nothing left to do.
 * Leaves the tiers one after the other, because a worker that changes its tier loads the code again.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long = new Set(tagged('long').map((file) => join(import.meta.dirname, '..', file)))
    const sorted = await super.sort(files)
    const tiers = [...new Set(sorted.map(({ project }) => project))]
    return tiers.flatMap((tier) => {
      const files = sorted.filter(({ project }) => project === tier)
      return [...files.filter(({ moduleId }) => long.has(moduleId)), ...files.filter(({ moduleId }) => !long.has(moduleId))]
    })
  }
}
