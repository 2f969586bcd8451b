import { DAY_MS, HOUR_MS } from '../../contract/durations'
import { curves, SPAN_DAYS_MAX, type Curve } from '../../contract/metrics'
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

/** Parses an address; ignores invalid parts. `usual` is the range of an address without one. */
export function readChart(search: string, usual: Preset = USUAL): ChartState {
  const params = new URLSearchParams(search)
  const metric = params.get('metric')
  const last = params.get('last')
  const span = { from: momentOf(params.get('from')), to: momentOf(params.get('to')) }
  return {
    metric: curves.find((curve) => curve === metric) ?? null,
    range: isSpan(span) ? span : (presetNames.find((name) => name === last) ?? usual),
    look: params.get('look') === 'table' ? 'table' : 'chart',
  }
}

/** Whether an address has an invalid range, metric or display. */
export function isMisread(search: string): boolean {
  const params = new URLSearchParams(search)
  const { metric, range, look } = readChart(search)
  const isDated = params.has('from') || params.has('to')
  return (
    (params.has('metric') && metric === null) ||
    (isDated && typeof range === 'string') ||
    (params.has('last') && typeof range === 'string' && params.get('last') !== range) ||
    (params.has('look') && params.get('look') !== look)
  )
}

function momentOf(text: string | null): number {
  return text === null ? Number.NaN : Date.parse(text)
}

/** The shortest address that `readChart` parses to the same chart. */
export function writeChart({ metric, range, look }: ChartState, usual: Preset = USUAL): string {
  return new URLSearchParams({
    ...(metric !== null && { metric }),
    ...(typeof range !== 'string'
      ? { from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() }
      : range !== usual && { last: range }),
    ...(look === 'table' && { look }),
  }).toString()
}
