// Checks the languages that no package of `npm run check` covers: shell scripts, and the SQL of the migrations. tests/tools/bench.test.ts
// checks the SQL of the benches, which has placeholders; nginx and systemd check their files in tests/deploy; Prettier checks HTML, JSON
// and YAML.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const scripts = ['.ci/run']
const migrations = 'src/server/migrations'

/** @returns {string[]} bash's syntax errors; none where bash is not installed, because then the scripts cannot run either */
export function faultsOfShell() {
  return scripts.flatMap((script) => {
    const { error, status, stderr } = spawnSync('bash', ['-n', script], { cwd: root, encoding: 'utf8' })
    if (error !== undefined) console.log(`${script} is not checked, because bash does not run here: ${error.message}`)
    return error !== undefined || status === 0 ? [] : [stderr.trim()]
  })
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
