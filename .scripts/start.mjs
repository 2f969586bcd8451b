// `npm start`: installs and builds what is missing, then runs the server in this process (later starts need neither npm nor a build).
import { ensureBuilt, isBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { fail } from './root.mjs'

try {
  // The built product needs no compiler, so it also starts without the development packages.
  ensureInstalled({ dev: !isBuilt() })
  ensureBuilt()
} catch (error) {
  fail(error)
}
await import(new URL('../dist/server/main.js', import.meta.url).href)
