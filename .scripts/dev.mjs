// `npm run dev`: serves the console with hot reload at http://127.0.0.1:4601, and the API at HOST and PORT, rebuilt and restarted when its
// source changes. With `API_URL`, serves the console only, on that backend.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { copyThreads, nodeBuild, readerBuild, serverEntries } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'
import { settingsInPage } from './settingsInPage.mjs'

ensureInstalled()
const { build, createServer } = await import('vite')
const consoleUrl = 'http://127.0.0.1:4601'
// Links in mails lead to the console with hot reload.
const env = { ...process.env, PUBLIC_URL: process.env['PUBLIC_URL'] ?? consoleUrl }
const serverFolder = join(root, 'dist', 'dev', 'server')
/** The API's process, once built. @type {import('node:child_process').ChildProcess | null} */
let server = null
let isEnding = false

/** Stops the API gracefully, so that it closes its database, then starts the new build. */
async function restart() {
  await stop()
  if (isEnding) return
  server = spawn(process.execPath, [join(serverFolder, 'main.js')], { cwd: root, stdio: 'inherit', env })
}

async function stop() {
  if (server === null || server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    isEnding = true
    await stop()
    process.exit(0)
  })
}

const vite = await createServer({ root, plugins: [settingsInPage(env)] })
await vite.listen()
vite.printUrls()
// With another backend, the API of this checkout does not run.
if (!process.env['API_URL']) await watchServer()

/** Builds the API, and rebuilds and restarts it whenever its source changes. */
async function watchServer() {
  await build(readerBuild(join(root, 'dist', 'dev', 'reader')))
  const options = nodeBuild(serverFolder, serverEntries)
  // Keeps the folder's files: a server that is still starting reads them.
  const watcher = await build({ ...options, build: { ...options.build, emptyOutDir: false, watch: {} } })
  if (!('on' in watcher)) throw new Error('Vite built once and does not watch.')
  let restarting = Promise.resolve()
  watcher.on('event', (event) => {
    if (event.code !== 'BUNDLE_END') return
    copyThreads(serverFolder)
    restarting = restarting.then(restart)
  })
}
