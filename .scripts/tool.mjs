// Runs a tool of src/tools: `npm run simulate -- --gateways 2` is `node .scripts/tool.mjs simulate --gateways 2`. It is built at each run,
// in half a second, so that it always goes by the source as it is. A tool is a folder whose main.ts exports `main`, which is given the
// arguments and answers the exit code; what it starts in a process of its own is a module of its folder programs.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { copyThreads, nodeBuild } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { fail, root } from './root.mjs'

try {
  const [name = '', ...args] = process.argv.slice(2)
  ensureInstalled()
  const { main } = await load(name)
  const code = await main(args)
  // Whatever a tool left open does not keep it, and what it printed is written first.
  process.stdout.write('', () => process.exit(code))
} catch (error) {
  fail(error)
}

/**
 * @param {string} name of the tool
 * @returns {Promise<{ main(args: readonly string[]): Promise<number> }>}
 */
async function load(name) {
  const cache = join(root, 'node_modules/.cache/frond')
  mkdirSync(cache, { recursive: true })
  // Below node_modules, so that its packages are found.
  const outDir = mkdtempSync(join(cache, `${name}-`))
  process.on('exit', () => rmSync(outDir, { recursive: true, force: true }))
  const { build } = await import('vite')
  const { NODE_ENV } = process.env
  await build({ ...nodeBuild(outDir, entriesOf(name)), configFile: false, plugins: [scriptsStay()] })
  // Vite sets it for the rest of the process; what a tool starts, such as tests, takes it from here.
  if (NODE_ENV === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = NODE_ENV
  copyThreads(outDir)
  return import(pathToFileURL(join(outDir, 'main.js')).href)
}

/** @param {string} tool */
function entriesOf(tool) {
  const folder = join(root, 'src/tools', tool)
  if (!existsSync(join(folder, 'main.ts'))) throw new Error(`There is no tool ${tool}: the tools are the folders of src/tools.`)
  const programs = join(folder, 'programs')
  const names = existsSync(programs) ? readdirSync(programs).map((file) => file.replace(/\.ts$/, '')) : []
  return { main: join(folder, 'main.ts'), ...Object.fromEntries(names.map((file) => [file, join(programs, `${file}.ts`)])) }
}

/**
 * Leaves what lies in this folder where it is: it knows by its own place where the checkout is.
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
