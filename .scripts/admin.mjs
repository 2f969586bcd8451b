// `npm run admin -- reset`: lets an administrator in again who cannot sign in; `-- --help` tells how. For the database of the settings.
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
