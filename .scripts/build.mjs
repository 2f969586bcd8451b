// Builds the console into dist/console and the server into dist/server. `npm start` calls it, too; it builds only when an input has
// changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { ensureInstalled } from './install.mjs'
import { fail, root } from './root.mjs'

const dist = join(root, 'dist')
const stamp = join(dist, 'inputs')
const inputs = [
  'src',
  'machines',
  'index.html',
  'vite.config.ts',
  '.scripts/build.mjs',
  'src/tools/chart',
  'tsconfig.json',
  'package-lock.json',
]

/**
 * Folders among the inputs that are not in the product: a changed tool causes no build, except the one that draws the inspector's chart.
 */
const excluded = ['src/tools']

/** Builds if an input has changed since the last build, in a child process, so that its memory and settings end with it. */
export function ensureBuilt() {
  if (isBuilt()) return
  const done = spawnSync(process.execPath, [import.meta.filename], { stdio: 'inherit' })
  if (done.status !== 0) throw new Error('The build failed: its message is above.')
}

/** True when the last build was made from the current inputs. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()
}

async function build() {
  const began = performance.now()
  console.log('Building the console and the server …')
  // The caller's NODE_ENV must not change the build: `npm test` and `npm start` share one.
  process.env['NODE_ENV'] = 'production'
  const print = fingerprint()
  rmSync(dist, { recursive: true, force: true })
  const vite = await import('vite')
  await vite.build({ root, logLevel: 'warn' })
  await vite.build(readerBuild(join(dist, 'reader')))
  await vite.build(nodeBuild(join(dist, 'server'), serverEntries))
  copyThreads(join(dist, 'server'))
  await finishPage(vite)
  await makeDatabaseTemplate()
  compress(join(dist, 'console', 'assets'))
  writeFileSync(stamp, print)
  console.log(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s.`)
}

/**
 * Entry points of the server: the program with its demo, the reset of an administrator, backup and restore, and the maker of the embedded
 * database's template.
 */
export const serverEntries = {
  main: 'src/serve.ts',
  admin: 'src/server/admin.ts',
  backup: 'src/server/backup/main.ts',
  template: 'src/server/db/template.ts',
}

/**
 * Options of a build that runs on Node and leaves its packages in node_modules.
 *
 * @param {string} outDir
 * @param {Record<string, string>} input name of an entry → its module
 * @returns {import('vite').InlineConfig}
 */
export function nodeBuild(outDir, input) {
  return {
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: { input, output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
    },
  }
}

/**
 * Options of the build for the console's part of the API documentation: one script and one style sheet, with everything they need.
 *
 * @param {string} outDir
 * @returns {import('vite').InlineConfig}
 */
export function readerBuild(outDir) {
  return {
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      lib: {
        entry: 'src/app/documentation/reader.ts',
        formats: ['iife'],
        name: 'frondReader',
        fileName: () => 'reader.js',
        cssFileName: 'reader',
      },
    },
  }
}

/**
 * Copies the programs of worker threads, plain JavaScript, to the folder of the module that starts them.
 *
 * @param {string} outDir
 */
export function copyThreads(outDir) {
  const folder = join(root, 'src/server/db')
  for (const name of readdirSync(folder)) if (name.endsWith('.mjs')) copyFileSync(join(folder, name), join(outDir, name))
}

/**
 * Completes index.html, so that the browser paints the sign-in page after one round trip and without scripts: adds the page as React
 * renders it, the first style sheet, and the files of the chunks that src/beforePaint.ts preloads.
 *
 * @param {typeof import('vite')} vite
 */
async function finishPage(vite) {
  const folder = join(dist, 'prerender')
  await vite.build(nodeBuild(folder, { prerender: 'src/app/prerender.tsx' }))
  const { render } = await import(pathToFileURL(join(folder, 'prerender.js')).href)
  rmSync(folder, { recursive: true })
  const page = join(dist, 'console', 'index.html')
  const manifest = JSON.parse(readFileSync(join(dist, 'console', '.vite', 'manifest.json'), 'utf8'))
  const files = JSON.stringify(filesAhead(manifest)).replaceAll('<', String.raw`\u003c`)
  let html = readFileSync(page, 'utf8')
  html = replaceOnce(html, '<div id="root"></div>', `<div id="root">${render()}</div>`)
  html = replaceOnce(html, 'FILES_OF_CHUNKS', files)
  // The browser does not fetch a disabled link. Vite, which looks for the link before it loads a screen, takes the sheet for loaded.
  for (const [link, href = ''] of html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/g)) {
    const sheet = readFileSync(join(dist, 'console', href), 'utf8').trim()
    html = replaceOnce(html, link, `<style>${sheet}</style><link rel="stylesheet" href="${href}" disabled>`)
  }
  writeFileSync(page, html)
}

/**
 * Lists the files that index.html may preload before the first paint, by their chunk's name. Every page contains this map, so each byte of
 * it counts.
 *
 * @param {import('vite').Manifest} manifest
 */
function filesAhead(manifest) {
  const chunks = Object.values(manifest)
  const filesOf = (/** @type {string} */ name) =>
    chunks.filter((chunk) => chunk.name === name).flatMap(({ file, css = [] }) => [file, ...css])
  return Object.fromEntries(
    ['recorder', 'calls', 'inside', 'areas', 'later', 'forms', 'details'].map((name) => [name, filesOf(name)]),
  )
}

/**
 * @param {string} html
 * @param {string} part
 * @param {string} by
 */
function replaceOnce(html, part, by) {
  if (html.split(part).length !== 2) throw new Error(`index.html must hold ${part} exactly once.`)
  return html.replace(part, () => by)
}

/** Makes the migrated, empty database that a first start copies, which is faster than migrating one then. */
async function makeDatabaseTemplate() {
  const { writeTemplate } = await import(pathToFileURL(join(dist, 'server', 'template.js')).href)
  await writeTemplate(join(dist, 'server', 'template'))
}

/**
 * Writes a brotli and a gzip copy of each text file beside it.
 *
 * @param {string} folder
 */
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

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} path below the checkout: a file, or a folder with everything in it
 */
function addTo(hash, path) {
  const full = join(root, path)
  if (!existsSync(full) || excluded.includes(path)) return
  hash.update(path)
  if (statSync(full).isDirectory()) for (const name of readdirSync(full).sort()) addTo(hash, `${path}/${name}`)
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
