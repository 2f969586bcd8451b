// Runs a tool of src/tools: `npm run simulate -- --gateways 2` is `node .scripts/tool.mjs simulate --gateways 2`. Builds it at each run, so
// that it always matches the source. A tool is a folder whose main.ts exports `main`, which takes the arguments and returns the exit code, and
// `help`, the text that --help prints; the modules in its folder programs run in child processes.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './install.mjs'
import { fail, root } from './root.mjs'
import { buildTemporarily } from './temporaryBuild.mjs'

// A tool that handles no signal itself exits at one, so that it leaves no folder and no process.
const signals = /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])
for (const [signal, code] of signals) process.on(signal, () => process.listenerCount(signal) === 1 && process.exit(code))

try {
  const [name = '', ...args] = process.argv.slice(2)
  ensureInstalled()
  const { main, help } = await load(name)
  const asksForHelp = args.some((arg) => arg === '--help' || arg === '-h')
  if (asksForHelp) console.log(typeof help === 'string' ? help : await help(args))
  const code = asksForHelp ? 0 : await main(args)
  // Exits even if the tool left something open, after its output is written.
  process.stdout.write('', () => process.exit(code))
} catch (error) {
  fail(error)
}

/**
 * @param {string} name of the tool
 * @returns {Promise<{
 *   main(args: readonly string[]): Promise<number>
 *   help: string | ((args: readonly string[]) => Promise<string>)
 * }>}
 */
async function load(name) {
  const outDir = await buildTemporarily(name, entriesOf(name))
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
