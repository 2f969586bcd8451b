// `npm run admin -- reset`, `npm run backup -- FILE` and `npm run restore -- FILE`; `-- --help` says how. They use the database in the settings.
// Runs a program of dist/server in this process, as it was built: a server may run from the same folder, and another installation or build
// would take its files away. Installs and builds only where there is none.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { fail, root } from './root.mjs'

// The program reads the other arguments.
const [name] = process.argv.splice(2, 1)
const file = join(root, 'dist', 'server', `${name}.js`)
try {
  if (!existsSync(file)) {
    ensureInstalled()
    ensureBuilt()
  }
} catch (error) {
  fail(error)
}
await import(pathToFileURL(file).href)
