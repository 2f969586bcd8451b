// `npm run bench -- --only console`: how fast the console feels, as ratios to plain HTML in the same run. `--runs 5 --profile slow|none`.
// Rounds alternate between the pages, each with a new browser; medians are shown. Absolute times depend on the machine, ratios hardly.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../../../.scripts/build.mjs'
import { ensureChromium } from '../../../.scripts/chromium.mjs'
import { root } from '../../../.scripts/root.mjs'
import { startProduct } from '../product'
import { openPage, profiles, type Driven, type Step } from './drive'
import { buildFloors } from './floor'
import { stepNames, takeJourney, takePlainJourney, type StepName } from './journey'
import { median } from './median'
import { servePages } from './pages'
import { tidily, type Later } from './tidy'

/** What is measured of a step, each a number. */
type Measures = Readonly<Record<'ms' | 'blocking' | 'interaction' | 'shift' | 'firstPaint', number>>
/** The medians of a page's steps. */
type Medians = Readonly<Partial<Record<StepName, Measures>>>
interface Run {
  readonly steps: Readonly<Partial<Record<StepName, Step>>>
  readonly heap?: number
}
type Results = Readonly<Record<'plain' | 'react' | 'libraries' | 'frond', Medians>> & { readonly heap: number }

const titles = {
  firstPaint: 'first paint of sign-in',
  signIn: 'sign-in usable',
  dashboard: 'dashboard painted',
  list: 'list of 25 painted',
  sort: 'sorted',
  nextPage: 'next page',
  back: 'back to a seen list',
  form: 'form open',
} satisfies Record<StepName | 'firstPaint', string>

/** Measures the console; answers the exit code. */
export async function measureConsole(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { runs: { type: 'string', default: '5' }, profile: { type: 'string', default: 'slow' } },
  })
  const { profile } = values
  if (profile !== 'slow' && profile !== 'none')
    throw new Error(`There is no profile ${profile}. The profiles are: ${Object.keys(profiles).join(', ')}.`)
  const asked = { runs: Number(values.runs), profile } as const
  await tidily(async (later) => report(asked, await measured(asked, later)))
  return 0
}

interface Asked {
  readonly runs: number
  readonly profile: keyof typeof profiles
}

async function measured({ runs: rounds, profile }: Asked, later: Later): Promise<Results> {
  const chromium = await ensureChromium()
  ensureBuilt()
  const pages = await servePages(await buildFloors())
  const product = await startProduct()
  later(() => product.stop())
  const field = { selector: 'input' }
  const takers: Readonly<Record<(typeof order)[number], (driven: Driven) => Promise<Run>>> = {
    plain: async (driven) => ({ steps: await takePlainJourney(driven, pages.origin) }),
    react: async ({ go }) => ({ steps: { signIn: await go(`${pages.origin}/react`, field) } }),
    libraries: async ({ go }) => ({ steps: { signIn: await go(`${pages.origin}/libraries`, field) } }),
    async frond(driven) {
      const { heap, ...steps } = await takeJourney(driven, product.origin)
      return { steps, heap }
    },
  }
  const runs: Record<(typeof order)[number], Run[]> = { plain: [], react: [], libraries: [], frond: [] }
  for (let round = 0; round < rounds; round += 1) {
    console.log(`${profile}, round ${round + 1} of ${rounds}`)
    for (const name of round % 2 === 0 ? order : order.toReversed()) {
      const driven = await openPage(chromium, profiles[profile], true)
      const close = later(driven.close)
      runs[name].push(await takers[name](driven))
      await close()
    }
  }
  pages.close()
  const heap = median(runs.frond.flatMap((run) => run.heap ?? []))
  return {
    plain: medians(runs.plain),
    react: medians(runs.react),
    libraries: medians(runs.libraries),
    frond: medians(runs.frond),
    heap,
  }
}

const order = ['plain', 'react', 'libraries', 'frond'] as const

/** The medians of each step that was taken. */
function medians(runs: readonly Run[]): Medians {
  const of = (step: StepName): Measures | null => {
    const taken = runs.flatMap(({ steps }) => steps[step] ?? [])
    const middle = (measure: keyof Measures): number => median(taken.map((one) => one[measure] ?? Infinity))
    const measures = (['ms', 'blocking', 'interaction', 'shift', 'firstPaint'] as const).map((key) => [key, middle(key)] as const)
    return taken.length === 0 ? null : (Object.fromEntries(measures) as Measures)
  }
  return Object.fromEntries(stepNames.map((step) => [step, of(step)]).filter(([, measures]) => measures !== null)) as Medians
}

function report({ runs, profile }: Asked, results: Results): void {
  const { plain, react, libraries, frond, heap } = results
  const time = (ms: number): string => `${Math.round(ms)} ms`.padStart(9)
  const row = (title: string, of = Number.NaN, to = Number.NaN): void =>
    console.log(`${title.padEnd(24)}${time(to)}${time(of)}   ${(of / to).toFixed(2)} ×`)
  console.log(`\nProfile ${profile}, medians of ${runs}\n\n${''.padEnd(24)}${'floor'.padStart(9)}${'Frond'.padStart(9)}   ratio`)
  row(titles.firstPaint, frond.signIn?.firstPaint, plain.signIn?.firstPaint)
  row('… to React alone', frond.signIn?.ms, react.signIn?.ms)
  row('… to all libraries', frond.signIn?.ms, libraries.signIn?.ms)
  for (const step of stepNames) row(titles[step], frond[step]?.ms, plain[step]?.ms)
  const worst = (key: keyof Measures): number => Math.max(...Object.values(frond).map((step) => step[key]))
  console.log(
    `\nblocking on the worst step ${Math.round(worst('blocking'))} ms, worst interaction ${Math.round(worst('interaction'))} ms,`,
  )
  console.log(`layout shift ${worst('shift').toFixed(3)}, heap after the list ${(heap / 1e6).toFixed(1)} MB`)
  const folder = join(root, 'reports')
  if (!existsSync(folder)) mkdirSync(folder)
  writeFileSync(join(folder, 'bench.json'), JSON.stringify({ profile, runs, results }, null, 2))
}
