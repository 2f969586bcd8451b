// `npm run dev`: the console with hot reload at http://127.0.0.1:4601, and the API at :4600, rebuilt and restarted when its source changes.
// With `API_URL` the console alone, on that backend.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { copyThreads, nodeBuild, readerBuild, serverEntries } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'

ensureInstalled()
const { build, createServer } = await import('vite')
const console = 'http://127.0.0.1:4601'
const made = join(root, 'dist', 'dev', 'server')
/** The API, once it has been built. @type {import('node:child_process').ChildProcess | null} */
let server = null

/** Ends the API in order (it closes its database), then starts the newly built one. */
async function restart() {
  await stop()
  // Links in mails lead to the console that reloads.
  const env = { ...process.env, PUBLIC_URL: process.env['PUBLIC_URL'] ?? console }
  server = spawn(process.execPath, [join(made, 'main.js')], { cwd: root, stdio: 'inherit', env })
}

async function stop() {
  if (server === null || server.exitCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    await stop()
    process.exit(0)
  })
}

/** Tells the page what the settings say, as the server does with the built one. */
/** @type {import('vite').Plugin} */
const telling = {
  name: 'frond:told-page',
  async transformIndexHtml(html) {
    const { withSettings } = await vite.ssrLoadModule('/src/server/console/page.ts')
    const { readSettings } = await vite.ssrLoadModule('/src/server/process/settings.ts')
    return withSettings(html, readSettings(process.env))
  },
}

const vite = await createServer({ root, plugins: [telling] })
await vite.listen()
vite.printUrls()
// A backend of one's own has no API of ours beside it.
if (!process.env['API_URL']) await watchServer()

/** Builds the API, and builds and starts it again whenever its source changes. */
async function watchServer() {
  await build(readerBuild(join(root, 'dist', 'dev', 'reader')))
  const options = nodeBuild(made, serverEntries)
  // Not emptied: a server that is still starting reads from there.
  const watcher = await build({ ...options, build: { ...options.build, emptyOutDir: false, watch: {} } })
  if (!('on' in watcher)) throw new Error('Vite built once and does not watch.')
  let restarting = Promise.resolve()
  watcher.on('event', (event) => {
    if (event.code !== 'BUNDLE_END') return
    copyThreads(made)
    restarting = restarting.then(restart)
  })
}
