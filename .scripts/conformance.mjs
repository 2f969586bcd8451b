// `npm run conformance -- --url … --email …`: checks any backend against the contract, call by call; see the README. Built from
// .scripts/conformance at each run, so that it always goes by the contract as it is. `-- --self` checks this checkout's own server.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, nodeBuild } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { adminEmail, adminPassword, startProduct } from './product.mjs'
import { fail, root } from './root.mjs'

try {
  ensureInstalled()
  const args = process.argv.slice(2)
  process.exitCode = args.includes('--self') ? await checkSelf(args.filter((arg) => arg !== '--self')) : await run(args)
} catch (error) {
  fail(error)
}

/** Starts the built product with its demo rows and wants everything of it, what is optional included. */
async function checkSelf(args) {
  ensureBuilt()
  const product = await startProduct()
  process.env['CONFORMANCE_PASSWORD'] = adminPassword
  return run(['--url', product.origin, '--email', adminEmail, '--strict', ...args]).finally(() => product.stop())
}

async function run(args) {
  const { main } = await load()
  return main(args)
}

async function load() {
  const cache = join(root, 'node_modules/.cache/frond')
  mkdirSync(cache, { recursive: true })
  // Below node_modules, so that its packages are found.
  const outDir = mkdtempSync(join(cache, 'conformance-'))
  process.on('exit', () => rmSync(outDir, { recursive: true, force: true }))
  const { build } = await import('vite')
  await build({ ...nodeBuild(outDir, { main: '.scripts/conformance/main.ts' }), configFile: false })
  return import(pathToFileURL(join(outDir, 'main.js')).href)
}
