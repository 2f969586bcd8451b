// Reads what no package of `npm run check` does: shell scripts, and the SQL of the migrations. The SQL of the benches has blanks that only
// tests/tools/bench.test.ts fills, nginx and systemd read what is for them in tests/deploy, and Prettier reads HTML, JSON and YAML.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const scripts = ['.ci/run']
const migrations = 'src/server/migrations'

/** @returns {string[]} what bash cannot read; where there is no bash, nothing runs the scripts either */
export function faultsOfShell() {
  return scripts.flatMap((script) => {
    const { error, status, stderr } = spawnSync('bash', ['-n', script], { cwd: root, encoding: 'utf8' })
    if (error !== undefined) console.log(`${script} is not read, for there is no bash: ${error.message}`)
    return error !== undefined || status === 0 ? [] : [stderr.trim()]
  })
}

/** @returns {Promise<string[]>} what PostgreSQL says of the first migration that it refuses, on an empty database in memory */
export async function faultsOfSql() {
  // Not there before the packages are installed.
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
