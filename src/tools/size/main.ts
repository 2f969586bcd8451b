// Measures in Chromium on a slow network, because what counts is what users wait for, and as in production: with the inspector off. Weighs
// separately the inspector's own files, and files that load after the page is usable.
import { parseArgs } from 'node:util'
import type { Manifest } from 'vite'
import { ensureBuilt } from '../../../.scripts/build.mjs'
import { ensureChromium } from '../../../.scripts/chromium.mjs'
import { openPage, profiles } from '../bench/drive'
import { buildFloors, consoleFile, gzipBytes } from '../bench/floor'
import { takeDeepLinks, takeJourney, type Journey } from '../bench/journey'
import { newFolder, startProduct } from '../product'

/**
 * Kilobytes (1000 bytes), everything loaded so far. React and its data router take 98 of them, XState, Formik and Yup 38; the rest of
 * sign-in is the page's own. The dashboard includes the contract of all areas, so that a list's request waits for no other file, and the
 * style sheets of all pages, 11, so that no page requests its own. A form has 42 of Base UI. `npm run bench` holds the steps to their time;
 * these budgets only keep more code from creeping in: each leaves half a kilobyte for changes of a few words.
 */
const budgets = { signIn: 155.6, dashboard: 261.3, list: 284.8, form: 342.6 }
/** Kilobytes of each on-demand import alone, which must not load before it is asked for. */
const onDemand = {
  'src/app/inspector/Inspector.tsx': 8.5,
  // The largest chart; each loads when its machine is shown.
  'virtual:machines/chart/authMachine': 3.6,
  'src/app/inspector/recorder.ts': 1.6,
}
/** Kilobytes of the files that load after the first paint: in whichever step they arrive, nothing waits for them. */
const afterwards = { later: 14.6, LiveStatus: 5.7, map: 51, scroller: 0.2 }
/** Requests: of all steps of the bench together, and before the first one for data when a list is opened by its address. */
const requestBudgets = { flow: 30, deepLink: 7 }
const requestTitles = { flow: 'requests of the whole flow', deepLink: 'requests before the data, by address' }
const titles = { signIn: 'sign-in usable', dashboard: 'dashboard painted', list: 'list painted', form: 'form open' }

export const help = `npm run size -- [--files]

Measures the gzip bytes of scripts and styles that a browser has fetched by the time each step can be used, and the requests, against
budgets; fails over budget.

  --files  lists each file`

/** Runs the command; returns 1 when something is over its budget. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { files: { type: 'boolean', default: false } } })
  const chromium = await ensureChromium()
  ensureBuilt()
  const product = await startProduct({ dataDir: newFolder(), env: { FROND_INSPECTOR: '0' } })
  // Without prefetches, which on a busy machine can arrive before the page is seen to be usable, and would count.
  const driven = await openPage(chromium, profiles.slow, { savesData: true })
  const taken = { flow: 0, deepLink: 0 }
  try {
    const steps = await takeJourney(driven, product.origin)
    taken.flow = driven.requests().length
    const cold = await openPage(chromium, profiles.slow, { session: await driven.storage() })
    await takeDeepLinks(cold, product.origin).finally(cold.close)
    taken.deepLink = cold.requests().findIndex((path) => path.startsWith('/api/'))
    const over = report(steps, await buildFloors(), values.files)
    return over + reportRequests(taken) === 0 ? 0 : 1
  } finally {
    await driven.close()
    await product.stop()
  }
}

/** Prints the numbers of requests; returns how many are over their budget. */
function reportRequests(taken: Readonly<Record<keyof typeof requestBudgets, number>>): number {
  const lines = (Object.keys(requestBudgets) as (keyof typeof requestBudgets)[]).map((what) => {
    const fits = taken[what] >= 0 && taken[what] <= requestBudgets[what]
    console.log(
      `${requestTitles[what].padEnd(40)}${String(taken[what]).padStart(7)}  of ${requestBudgets[what]}  ${fits ? 'fits' : 'OVER BUDGET'}`,
    )
    return fits
  })
  return lines.filter((fits) => !fits).length
}

type Step = keyof typeof budgets

function report(steps: Journey, floors: Awaited<ReturnType<typeof buildFloors>>, tellsFiles: boolean): number {
  const late = weighLate()
  const isWaitedFor = (path: string): boolean => !late.files.some((file) => path.endsWith(file))
  const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(2).padStart(7)
  const inPage = gzipBytes(inlined(consoleFile('index.html')))
  console.log('\nScript and style before a step is usable, kB of gzip\n')
  console.log(`${'floor: React alone'.padEnd(40)}${kilobytes(gzipBytes(floors.react))}`)
  console.log(`${"floor: the product's libraries, one file".padEnd(40)}${kilobytes(gzipBytes(floors.libraries))}\n`)
  let over = late.over
  let before: readonly string[] = []
  for (const [step, budget] of Object.entries(budgets) as [Step, number][]) {
    const loaded = steps[step].loaded.filter(isWaitedFor)
    const bytes = loaded.reduce((sum, path) => sum + gzipBytes(consoleFile(path)), inPage)
    const fits = bytes <= budget * 1000
    if (!fits) over += 1
    console.log(`${titles[step].padEnd(40)}${kilobytes(bytes)}  of ${budget}  ${fits ? 'fits' : 'OVER BUDGET'}`)
    if (tellsFiles) {
      if (step === 'signIn') console.log(`    ${'in index.html'.padEnd(50)}${kilobytes(inPage)}`)
      const files = loaded.filter((path) => !before.includes(path))
      for (const path of files) console.log(`    ${path.padEnd(50)}${kilobytes(gzipBytes(consoleFile(path)))}`)
    }
    before = loaded
  }
  for (const line of late.lines) console.log(line)
  return over + reportOnDemand(steps.form.loaded)
}

/** Weighs the files that load after the first paint; returns how many are too heavy, and the files. */
function weighLate(): { files: string[]; lines: string[]; over: number } {
  const chunks = Object.values(readManifest())
  const parts = Object.entries(afterwards).map(([name, budget]) => {
    const files = chunks.filter((chunk) => chunk.name === name).flatMap(({ file, css = [] }) => [file, ...css])
    if (files.length === 0) throw new Error(`The build has no file called ${name}`)
    const bytes = files.reduce((sum, file) => sum + gzipBytes(consoleFile(file)), 0)
    return { name, budget, files, bytes }
  })
  const lines = parts.map(({ name, budget, bytes }) => {
    const verdict = bytes > budget * 1000 ? 'OVER BUDGET' : 'fits'
    return `${`${name}, afterwards`.padEnd(40)}${(bytes / 1000).toFixed(2).padStart(7)}  of ${budget}  ${verdict}`
  })
  return {
    files: parts.flatMap(({ files }) => files),
    lines,
    over: parts.filter(({ bytes, budget }) => bytes > budget * 1000).length,
  }
}

/**
 * Weighs the modules that only developers load, with their imports; returns how many are too heavy, or were loaded without being asked for.
 * Pages may load the same imports.
 */
function reportOnDemand(loaded: readonly string[]): number {
  const manifest = readManifest()
  const filesOf = filesIn(manifest)
  const allOf = (key: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(key)) return seen
    seen.add(key)
    for (const next of manifest[key]?.imports ?? []) allOf(next, seen)
    return seen
  }
  const first = new Set([...allOf('index.html')].flatMap(filesOf))
  let over = 0
  for (const [key, budget] of Object.entries(onDemand)) {
    const files = [...allOf(key)].flatMap(filesOf).filter((file) => !first.has(file))
    const bytes = files.reduce((sum, file) => sum + gzipBytes(consoleFile(file)), 0)
    const file = manifest[key]?.file ?? ''
    const isEarly = loaded.some((path) => path.endsWith(file))
    if (bytes > budget * 1000 || isEarly) over += 1
    const verdict = isEarly ? 'LOADED BEFORE IT IS ASKED FOR' : bytes > budget * 1000 ? 'OVER BUDGET' : 'fits'
    const title = key.replace(/^.*\/(\w+)\.tsx?$/, '$1').toLowerCase()
    console.log(`${`${title}, on demand`.padEnd(40)}${(bytes / 1000).toFixed(2).padStart(7)}  of ${budget}  ${verdict}`)
  }
  return over
}

function readManifest(): Manifest {
  return JSON.parse(consoleFile('.vite/manifest.json')) as Manifest
}

/** Maps a module to its file in the build and its style sheets. */
function filesIn(manifest: Manifest): (key: string) => string[] {
  return (key) => {
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`The build has no file of its own for ${key}`)
    return [chunk.file, ...(chunk.css ?? [])]
  }
}

/** Extracts the inline styles and scripts of the page. */
function inlined(html: string): string {
  return [...html.matchAll(/<(style|script)[^>]*>([^]*?)<\/\1>/g)].map(([, , content]) => content).join('\n')
}
