// `npm start`: installs and builds what is missing, then is the server itself (one process; no npm and no build on a later start).
import { ensureBuilt, isBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { fail } from './root.mjs'

try {
  // A built product needs no compiler: an install without the development packages starts too.
  ensureInstalled({ dev: !isBuilt() })
  ensureBuilt()
} catch (error) {
  fail(error)
}
await import(new URL('../dist/server/main.js', import.meta.url).href)
