// `npm run admin -- reset`: restores access for an administrator who cannot sign in; `-- --help` says how. Uses the database in the
// settings.
import { ensureBuilt, isBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { fail } from './root.mjs'

try {
  ensureInstalled({ dev: !isBuilt() })
  ensureBuilt()
} catch (error) {
  fail(error)
}
await import(new URL('../dist/server/admin.js', import.meta.url).href)
