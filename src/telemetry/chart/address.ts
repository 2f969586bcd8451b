import { DAY_MS, HOUR_MS } from '../../contract/durations'
import { SPAN_DAYS_MAX, type Curve } from '../../contract/metrics'
import type { Ends } from '../../ui/controls/Dates'

/** Time ranges that end now. */
export const presets = {
  '1h': { label: '1 h', span: HOUR_MS },
  '24h': { label: '24 h', span: DAY_MS },
  '7d': { label: '7 d', span: 7 * DAY_MS },
  '30d': { label: '30 d', span: 30 * DAY_MS },
  '90d': { label: '90 d', span: 90 * DAY_MS },
  '1y': { label: '1 y', span: 365 * DAY_MS },
} as const
export type Preset = keyof typeof presets
export const presetNames = Object.keys(presets) as readonly Preset[]

/** Milliseconds since 1970. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The chart that an address describes. */
export interface ChartState {
  /** null: the first available metric. */
  readonly metric: Curve | null
  readonly range: Preset | Span
  readonly look: 'chart' | 'table'
  /** Also shows the week before, on a plant's page. */
  readonly compares: boolean
}

/** The server only accepts four-digit years. */
const LATEST = Date.UTC(9999, 11, 31)

/** Whether the server accepts the span. */
export function isSpan(ends: Ends): ends is Span {
  const { from, to } = ends
  return from !== null && to !== null && from < to && to - from <= SPAN_DAYS_MAX * DAY_MS && from >= 0 && to <= LATEST
}

/** The range of a sensor's chart without one in its address. */
const USUAL = '24h'

/**
 * Parses an address, and says whether it has an invalid range, display or metric, which are ignored. The page has curves of the metrics
 * `offered`; `usual` is the range of an address without one.
 */
export function readChart(
  search: string,
  offered: readonly Curve[],
  usual: Preset = USUAL,
): { readonly state: ChartState; readonly misread: boolean } {
  const params = new URLSearchParams(search)
  const given = (name: string) => params.get(name)
  const span = { from: momentOf(given('from')), to: momentOf(given('to')) }
  const metric = offered.find((curve) => curve === given('metric')) ?? null
  const range = isSpan(span) ? span : (presetNames.find((name) => name === given('last')) ?? usual)
  const look = given('look') === 'table' ? 'table' : 'chart'
  const compares = given('compare') === 'week'
  const isPreset = typeof range === 'string'
  return {
    state: { metric, range, look, compares },
    misread:
      (metric === null && params.has('metric')) ||
      (isPreset && (params.has('from') || params.has('to') || (given('last') ?? range) !== range)) ||
      (given('look') ?? look) !== look ||
      (params.has('compare') && !compares),
  }
}

function momentOf(text: string | null): number {
  return text === null ? Number.NaN : Date.parse(text)
}

/** The shortest address that `readChart` parses to the same chart. */
export function writeChart({ metric, range, look, compares }: ChartState, usual: Preset = USUAL): string {
  return new URLSearchParams({
    ...(metric !== null && { metric }),
    ...(typeof range !== 'string'
      ? { from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() }
      : range !== usual && { last: range }),
    ...(look === 'table' && { look }),
    ...(compares && { compare: 'week' }),
  }).toString()
}
