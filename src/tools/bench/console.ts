// Rounds alternate between the pages, each with a new browser; medians are shown. Absolute times depend on the machine, ratios hardly.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../../../.scripts/build.mjs'
import { ensureChromium } from '../../../.scripts/chromium.mjs'
import { root } from '../../../.scripts/root.mjs'
import { startProduct } from '../product'
import { openPage, profiles, type Driven, type Step, type Storage } from './drive'
import { buildFloors } from './floor'
import {
  leanSession,
  stepNames,
  takeDeepLinks,
  takeJourney,
  takeLeanDeepLinks,
  takeLeanJourney,
  takeLeanScroll,
  takePlainJourney,
  takeScroll,
  type StepName,
} from './journey'
import { startLean } from './lean'
import { median } from './median'
import { wholeNumber } from './numbers'
import { servePages } from './pages'
import type { Frames } from './probe'
import { allSteps, limitedBy, titles, verdictsOf } from './targets'
import { withCleanup, type Later } from './tidy'

/** The numbers measured of a step. */
type Measures = Readonly<Record<'ms' | 'blocking' | 'interaction' | 'shift' | 'firstPaint', number>>
/** The medians of a page's steps. */
type Medians = Readonly<Partial<Record<StepName, Measures>>>
interface Run {
  readonly steps: Readonly<Partial<Record<StepName, Step>>>
  readonly heap?: number
  readonly requests?: number
  readonly frames?: Frames
}
type Results = Readonly<Record<Taker, Medians>> & {
  readonly heap: number
  readonly requests: number
  /** Of a scroll through 200 rows: medians of the longest frame and of the number of slow ones; null without the trial app. */
  readonly frames: { readonly frond: Frames; readonly lean: Frames | null }
}

const defaults = {
  runs: { type: 'string', default: '5' },
  profile: { type: 'string', default: 'slow' },
  lean: { type: 'string' },
} as const

export const help = `npm run bench -- --only console [options]

Measures how fast the console feels, as ratios to plain HTML in the same run.

  --runs N        rounds (${defaults.runs.default})
  --profile NAME  the network and the processor: ${Object.keys(profiles).join(' or ')} (${defaults.profile.default})
  --lean FOLDER   also measures the trial app in this folder, and fails when a target beside it is missed`

/** Measures the console; answers the exit code, 1 when a target was missed. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: defaults })
  const { profile } = values
  if (profile !== 'slow' && profile !== 'none')
    throw new Error(`There is no profile ${profile}. The profiles are: ${Object.keys(profiles).join(', ')}.`)
  const options = { runs: wholeNumber('runs', values.runs), profile, lean: values.lean } as const
  const missed: string[] = []
  await withCleanup(async (later) => void missed.push(...report(options, await measured(options, later))))
  if (missed.length > 0) console.log(`\nMissed: ${missed.join(', ')}`)
  return missed.length === 0 ? 0 : 1
}

interface Options {
  readonly runs: number
  readonly profile: keyof typeof profiles
  /** Folder of the trial app. */
  readonly lean: string | undefined
}

async function measured({ runs: rounds, profile, lean: folder }: Options, later: Later): Promise<Results> {
  const chromium = await ensureChromium()
  ensureBuilt()
  const pages = await servePages(await buildFloors())
  // As in production: the inspector's recorder is one more file before the first page.
  const product = await startProduct({ env: { FROND_INSPECTOR: '0' } })
  later(() => product.stop())
  const lean = folder === undefined ? null : await startLean(folder, later)
  const order = takerNames.filter((name) => name !== 'lean' || lean !== null)
  const field = { selector: 'input' }
  /** Opens a page, takes its steps, and closes it. */
  const on = async <Taken>(take: (driven: Driven) => Promise<Taken>, session?: Storage): Promise<Taken> => {
    const driven = await openPage(chromium, profiles[profile], { handlesSignals: true, session })
    const close = later(driven.close)
    return take(driven).finally(close)
  }
  const takers: Readonly<Record<Taker, (driven: Driven) => Promise<Run>>> = {
    plain: async (driven) => ({ steps: await takePlainJourney(driven, pages.origin) }),
    react: async ({ go }) => ({ steps: { signIn: await go(`${pages.origin}/react`, field) } }),
    libraries: async ({ go }) => ({ steps: { signIn: await go(`${pages.origin}/libraries`, field) } }),
    async lean(driven) {
      const origin = lean ?? ''
      const steps = await takeLeanJourney(driven, origin)
      const deep = await on((page) => takeLeanDeepLinks(page, origin), leanSession(origin))
      const frames = await on((page) => takeLeanScroll(page, origin), leanSession(origin))
      return { steps: { ...steps, ...deep }, frames }
    },
    async frond(driven) {
      const { heap, ...steps } = await takeJourney(driven, product.origin)
      const requests = driven.requests().length
      const session = await driven.storage()
      const deep = await on((page) => takeDeepLinks(page, product.origin), session)
      const frames = await on((page) => takeScroll(page, product.origin), session)
      return { steps: { ...steps, ...deep }, heap, requests, frames }
    },
  }
  const runs: Record<Taker, Run[]> = { plain: [], react: [], libraries: [], lean: [], frond: [] }
  for (let round = 0; round < rounds; round += 1) {
    console.log(`${profile}, round ${round + 1} of ${rounds}`)
    for (const name of round % 2 === 0 ? order : order.toReversed()) runs[name].push(await on(takers[name]))
  }
  pages.close()
  const heap = median(runs.frond.flatMap((run) => run.heap ?? []))
  const requests = median(runs.frond.flatMap((run) => run.requests ?? []))
  return {
    plain: medians(runs.plain),
    react: medians(runs.react),
    libraries: medians(runs.libraries),
    lean: medians(runs.lean),
    frond: medians(runs.frond),
    heap,
    requests,
    frames: { frond: framesOf(runs.frond), lean: lean === null ? null : framesOf(runs.lean) },
  }
}

function framesOf(runs: readonly Run[]): Frames {
  const all = runs.flatMap(({ frames }) => frames ?? [])
  return { longest: median(all.map(({ longest }) => longest)), slow: median(all.map(({ slow }) => slow)) }
}

const takerNames = ['plain', 'react', 'libraries', 'lean', 'frond'] as const
type Taker = (typeof takerNames)[number]

/** The medians of each step that was taken. */
function medians(runs: readonly Run[]): Medians {
  const of = (step: StepName): Measures | null => {
    const samples = runs.flatMap(({ steps }) => steps[step] ?? [])
    const middle = (measure: keyof Measures): number => median(samples.map((one) => one[measure] ?? Infinity))
    const measures = (['ms', 'blocking', 'interaction', 'shift', 'firstPaint'] as const).map((key) => [key, middle(key)] as const)
    return samples.length === 0 ? null : (Object.fromEntries(measures) as Measures)
  }
  return Object.fromEntries(allSteps.map((step) => [step, of(step)]).filter(([, measures]) => measures !== null)) as Medians
}

/** Prints and writes the results; returns the titles of the steps that missed their targets. */
function report({ runs, profile, lean: beside }: Options, results: Results): string[] {
  const { plain, react, libraries, lean, frond, heap, requests, frames } = results
  const time = (ms: number): string => `${Math.round(ms)} ms`.padStart(9)
  const row = (title: string, of = Number.NaN, to = Number.NaN): void =>
    console.log(`${title.padEnd(24)}${time(to)}${time(of)}   ${(of / to).toFixed(2)} ×`)
  console.log(`\nProfile ${profile}, medians of ${runs}\n\n${''.padEnd(24)}${'floor'.padStart(9)}${'Frond'.padStart(9)}   ratio`)
  row(titles.firstPaint, frond.signIn?.firstPaint, plain.signIn?.firstPaint)
  row('… to React alone', frond.signIn?.ms, react.signIn?.ms)
  row('… to all libraries', frond.signIn?.ms, libraries.signIn?.ms)
  for (const step of stepNames) if (plain[step] !== undefined) row(titles[step], frond[step]?.ms, plain[step].ms)
  if (beside === undefined) console.log('\nNot compared with the trial app: name its folder with --lean DIR.')
  else console.log(`\n${''.padEnd(24)}${'lean'.padStart(9)}${'Frond'.padStart(9)}   ratio   target`)
  const verdicts = verdictsOf(frond, lean)
  for (const { title, ms, leanMs, target, isMet } of verdicts)
    console.log(
      `${title.padEnd(24)}${time(leanMs)}${time(ms)}   ${(ms / leanMs).toFixed(2)} ×  ${target.toFixed(2)}  ${isMet ? 'met' : 'missed'}`,
    )
  const worst = (key: keyof Measures): number => Math.max(...Object.values(frond).map((step) => step[key]))
  const limited = limitedBy({
    firstPaint: (frond.signIn?.firstPaint ?? Number.NaN) / (plain.signIn?.firstPaint ?? Number.NaN),
    interaction: worst('interaction'),
    slowFrames: frames.frond.slow,
    requests,
  })
  console.log(`\n${''.padEnd(26)}${'Frond'.padStart(7)}    limit`)
  for (const { title, value, limit, isMet } of limited)
    console.log(
      `${title.padEnd(26)}${value.toFixed(limit % 1 === 0 ? 0 : 2).padStart(7)}  ${String(limit).padStart(7)}  ${isMet ? 'met' : 'missed'}`,
    )
  const scroll = (of: Frames) => `${Math.round(of.longest)} ms, ${of.slow} over 50`
  console.log(
    `\nlongest frame of a scroll through 200 rows ${scroll(frames.frond)}${frames.lean === null ? '' : ` (the trial app: ${scroll(frames.lean)})`},`,
  )
  console.log(
    `blocking on the worst step ${Math.round(worst('blocking'))} ms, layout shift ${worst('shift').toFixed(3)}, heap after the list ${(heap / 1e6).toFixed(1)} MB`,
  )
  const folder = join(root, 'reports')
  if (!existsSync(folder)) mkdirSync(folder)
  writeFileSync(join(folder, 'bench.json'), JSON.stringify({ profile, runs, results }, null, 2))
  return [...verdicts, ...limited].filter(({ isMet }) => !isMet).map(({ title }) => title)
}
