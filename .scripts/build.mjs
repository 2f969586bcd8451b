// Builds the console into dist/console and the server into dist/server. `npm start` calls it too, and then nothing is built while no input changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { ensureInstalled } from './install.mjs'
import { fail, root } from './root.mjs'

const dist = join(root, 'dist')
const stamp = join(dist, 'inputs')
const inputs = ['src', 'machines', 'index.html', 'vite.config.ts', 'tsconfig.json', 'package-lock.json', '.scripts/build.mjs']

/** Builds if an input has changed since the last build; in a process of its own, which takes its memory and settings with it. */
export function ensureBuilt() {
  if (isBuilt()) return
  const done = spawnSync(process.execPath, [import.meta.filename], { stdio: 'inherit' })
  if (done.status !== 0) throw new Error('The build failed: its message is above.')
}

/** True when the last build was made from what is in the tree now. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()
}

async function build() {
  const began = performance.now()
  console.log('Building the console and the server …')
  // What is built must not depend on the caller's NODE_ENV: `npm test` and `npm start` share one build.
  process.env['NODE_ENV'] = 'production'
  const made = fingerprint()
  rmSync(dist, { recursive: true, force: true })
  const vite = await import('vite')
  await vite.build({ root, logLevel: 'warn' })
  await vite.build(nodeBuild(join(dist, 'server'), serverEntries()))
  await prerender(vite)
  await makeDatabaseTemplate()
  compress(join(dist, 'console', 'assets'))
  writeFileSync(stamp, made)
  console.log(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s.`)
}

/** Entry points of the server: the program, the embedded database's worker thread, and the maker of its template. */
export function serverEntries() {
  const entries = { main: 'src/server/main.ts', worker: 'src/server/db/worker.ts', template: 'src/server/db/template.ts' }
  return Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(join(root, file))))
}

/** Options of a build that runs on Node, its packages left in node_modules. */
export function nodeBuild(outDir, input) {
  return {
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: { input, output: { entryFileNames: '[name].js' } },
    },
  }
}

/** Puts the sign-in page, as React renders it, into index.html: it is seen before any script has run. */
async function prerender(vite) {
  const made = join(dist, 'prerender')
  await vite.build(nodeBuild(made, { prerender: 'src/app/prerender.tsx' }))
  const { render } = await import(pathToFileURL(join(made, 'prerender.js')).href)
  const page = join(dist, 'console', 'index.html')
  const empty = '<div id="root"></div>'
  const html = readFileSync(page, 'utf8')
  if (!html.includes(empty)) throw new Error(`index.html has no ${empty} to put the prerendered sign-in page into.`)
  writeFileSync(
    page,
    html.replace(empty, () => `<div id="root">${render()}</div>`),
  )
  rmSync(made, { recursive: true })
}

/** Makes the migrated, empty database that a first start begins with, which is faster than making one then. */
async function makeDatabaseTemplate() {
  const { writeTemplate } = await import(pathToFileURL(join(dist, 'server', 'template.js')).href)
  await writeTemplate(join(dist, 'server', 'template.tar.gz'))
}

/** Writes each text file's brotli and gzip form beside it. */
function compress(folder) {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|svg|json)$/.test(name)) continue
    const content = readFileSync(join(folder, name))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params }))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))
  }
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const input of inputs) addTo(hash, input)
  return hash.digest('hex')
}

function addTo(hash, path) {
  const full = join(root, path)
  if (!existsSync(full)) return
  hash.update(path)
  if (!/\.\w+$/.test(path)) for (const name of readdirSync(full).sort()) addTo(hash, `${path}/${name}`)
  else hash.update(readFileSync(full))
}

if (process.argv[1] === import.meta.filename) {
  try {
    ensureInstalled()
    await build()
    process.exit(0)
  } catch (error) {
    fail(error)
  }
}
