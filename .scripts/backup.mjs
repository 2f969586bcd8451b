// `npm run backup -- FILE` and `npm run restore -- FILE`; `-- --help` says how. Both use the database in the settings.
import { ensureBuilt, isBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { fail } from './root.mjs'

try {
  ensureInstalled({ dev: !isBuilt() })
  ensureBuilt()
} catch (error) {
  fail(error)
}
await import(new URL('../dist/server/backup.js', import.meta.url).href)
