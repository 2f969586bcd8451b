// Checks the languages that no package of `npm run check` covers: shell scripts, the Containerfile, and the SQL of the migrations. pages.mjs
// checks Markdown, tests/tools/bench.test.ts the SQL of the benches, which has placeholders, and tests/deploy/programs.test.ts the files of
// nginx, systemd and Prometheus; oxfmt checks HTML, JSON and YAML.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const scripts = ['.ci/run']
const migrations = 'src/server/migrations'
const containerfile = 'deploy/Containerfile'
/** Every instruction of a Containerfile. */
const instructions =
  /^(ADD|ARG|CMD|COPY|ENTRYPOINT|ENV|EXPOSE|FROM|HEALTHCHECK|LABEL|ONBUILD|RUN|SHELL|STOPSIGNAL|USER|VOLUME|WORKDIR)\s+(.+)$/

/** @returns {string[]} bash's syntax errors */
export function faultsOfShell() {
  return scripts.flatMap((script) => faultsOfBash(readFileSync(join(root, script), 'utf8')).map((fault) => `${script}: ${fault}`))
}

/**
 * @param {string} code
 * @returns {string[]} bash's syntax errors; none where bash is not installed, because then the scripts cannot run either
 */
export function faultsOfBash(code) {
  const { error, status, stderr } = spawnSync('bash', ['-n', '-c', code], { encoding: 'utf8' })
  return error !== undefined || status === 0 ? [] : [stderr.trim()]
}

/** @returns {string[]} what a build of the image would stumble over, except what the programs in it do */
export function faultsOfContainerfile() {
  const text = readFileSync(join(root, containerfile), 'utf8')
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line !== '')
  return lines.flatMap((line) => faultsOfInstruction(line).map((fault) => `${containerfile}: ${fault} in “${line}”`))
}

/**
 * @param {string} line
 * @returns {string[]}
 */
function faultsOfInstruction(line) {
  const [, name, rest = ''] = instructions.exec(line) ?? []
  if (name === undefined) return ['no instruction']
  if (name === 'RUN') return faultsOfBash(rest)
  if (name === 'COPY' && !rest.startsWith('--from='))
    return rest
      .split(/\s+/)
      .slice(0, -1)
      .flatMap((source) => (existsSync(join(root, source)) ? [] : [`no file ${source}`]))
  const [list] = /\[.*/.exec(rest) ?? []
  try {
    if (list !== undefined) JSON.parse(list)
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

/** @returns {Promise<string[]>} PostgreSQL's error about the first migration that fails, on an empty database in memory */
export async function faultsOfSql() {
  // Imported on demand, because the packages may not be installed yet.
  const [{ PGlite }, { pg_trgm }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
  ])
  const database = await PGlite.create({ extensions: { pg_trgm } })
  try {
    for (const file of readdirSync(join(root, migrations))
      .filter((name) => name.endsWith('.sql'))
      .toSorted()) {
      const refusal = await database.exec(readFileSync(join(root, migrations, file), 'utf8')).then(
        () => null,
        (/** @type {Error} */ error) => error.message,
      )
      if (refusal !== null) return [`${migrations}/${file}: ${refusal}`]
    }
    return []
  } finally {
    await database.close()
  }
}
