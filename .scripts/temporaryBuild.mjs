// Builds programs that run on Node for as long as this process runs: the tools, and what tests start.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { copyThreads, nodeBuild } from './build.mjs'
import { root } from './root.mjs'

/**
 * Builds programs as the product's build does; returns their folder, which is deleted when this process exits.
 *
 * @param {string} name how the folder's name begins
 * @param {Record<string, string>} input name of a program → its module
 */
export async function buildTemporarily(name, input) {
  const cache = join(root, 'node_modules/.cache/frond')
  mkdirSync(cache, { recursive: true })
  // Below node_modules, so that Node finds the packages.
  const outDir = mkdtempSync(join(cache, `${name}-`))
  process.on('exit', () => rmSync(outDir, { recursive: true, force: true }))
  const { build } = await import('vite')
  const { NODE_ENV } = process.env
  await build({ ...nodeBuild(outDir, input), configFile: false, plugins: [scriptsStay()] })
  // Vite sets NODE_ENV for the rest of the process; child processes, such as tests, must not inherit that.
  if (NODE_ENV === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = NODE_ENV
  copyThreads(outDir)
  return outDir
}

/**
 * Keeps the modules of this folder external: they locate the checkout by their own path.
 *
 * @returns {import('vite').Plugin}
 */
function scriptsStay() {
  return {
    name: 'frond:scripts',
    enforce: 'pre',
    resolveId(id, importer = '') {
      if (!/^\.[./]*\/\.scripts\/\w+\.mjs$/.test(id)) return null
      return { id: pathToFileURL(resolve(dirname(importer), id)).href, external: true }
    },
  }
}
