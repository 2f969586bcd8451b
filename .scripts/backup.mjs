// `npm run backup -- FILE` and `npm run restore -- FILE`; `-- --help` tells how. For the database of the settings.
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
