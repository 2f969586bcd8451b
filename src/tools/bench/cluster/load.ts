import autocannon from 'autocannon'
import { post, readingsIn } from '../grow/ingest'
import { readsOf } from '../grow/reads'
import { median } from '../median'
import { processorOf, spentSince } from '../processor'
import type { Layout } from './layouts'

/** What is measured of each layout. */
export const MEASURES = ['page of sensors', 'curve of a day, usual sensor', 'dashboard analytics', 'ingest'] as const
export type Measure = (typeof MEASURES)[number]

/** Requests or readings a second, and milliseconds of processor time of a request or a batch; 0 where that cannot be known. */
export interface Speed {
  readonly perSecond: number
  readonly cpu: number
}

/** How fast each layout is, by its name. */
export type Speeds = ReadonlyMap<string, Readonly<Record<Measure, Speed>>>

/** Requests under way at once, of all processes together. */
const AT_ONCE = 12

/** Sends requests to all layouts in turns, so that other work of the machine slows all of them; returns medians of the rounds. */
export async function measureLayouts(
  layouts: readonly Layout[],
  { rounds, seconds, batches }: { readonly rounds: number; readonly seconds: number; readonly batches: number },
): Promise<Speeds> {
  const all = new Map(layouts.map(({ name }) => [name, new Map<Measure, Speed[]>(MEASURES.map((measure) => [measure, []]))]))
  // A first round is not counted: it opens connections and prepares statements.
  for (let round = -1; round < rounds; round += 1)
    for (const measure of MEASURES)
      for (const layout of layouts) {
        const speed =
          measure === 'ingest'
            ? await measureIngest(layout, batches)
            : await measureRequests(layout, measure, round < 0 ? 1 : seconds)
        if (round >= 0) all.get(layout.name)?.get(measure)?.push(speed)
      }
  const mediansOf = (speeds: readonly Speed[] = []): Speed => ({
    perSecond: median(speeds.map(({ perSecond }) => perSecond)),
    cpu: median(speeds.map(({ cpu }) => cpu)),
  })
  return new Map(
    [...all].map(([name, by]) => [
      name,
      Object.fromEntries(MEASURES.map((measure) => [measure, mediansOf(by.get(measure))])) as Record<Measure, Speed>,
    ]),
  )
}

/** Sends requests, by as many connections to each of a layout's processes. */
async function measureRequests({ origins, token, filled, processes }: Layout, measure: Measure, seconds: number): Promise<Speed> {
  const [, [path = ''] = []] = readsOf(filled).find(([title]) => title === measure) ?? []
  const before = processorOf(processes())
  const answers = await Promise.all(
    origins.map((origin) =>
      autocannon({
        url: `${origin}${path}`,
        headers: { authorization: `Bearer ${token}` },
        connections: AT_ONCE / origins.length,
        duration: seconds,
      }),
    ),
  )
  const spent = spentSince(before, processes())
  const sum = (of: (answer: autocannon.Result) => number): number => answers.reduce((total, answer) => total + of(answer), 0)
  const failed = sum(({ non2xx, errors }) => non2xx + errors)
  if (failed > 0) throw new Error(`${path}: ${failed} requests were answered otherwise than by success`)
  const total = sum(({ requests }) => requests.total)
  return { perSecond: total / seconds, cpu: spent / total }
}

/** Posts batches of ten sensors' readings, as many to each of a layout's processes. */
async function measureIngest({ origins, take, processes }: Layout, batches: number): Promise<Speed> {
  const made = origins.map((origin) => ({ origin, batches: take('gateway', Math.ceil(batches / origins.length)) }))
  const before = processorOf(processes())
  const began = performance.now()
  await Promise.all(made.map((each) => post(each.origin, each.batches, AT_ONCE / origins.length)))
  const seconds = (performance.now() - began) / 1000
  const all = made.flatMap((each) => each.batches)
  return { perSecond: readingsIn(all) / seconds, cpu: spentSince(before, processes()) / all.length }
}
