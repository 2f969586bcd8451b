import { useMemo } from 'react'
import { isMetric, type Curve } from '../../contract/metrics'
import type { Series } from '../../contract/readings'
import type { Sensor } from '../../contract/sensors'
import { counted } from '../../crud/model/words'
import { grouped } from '../../ui/text/numberWords'
import { panelOnDemand } from '../../ui/overlay/onDemand'
import { useZone } from '../../ui/text/Time'
import { averageWords, valueWords } from '../words'
import type { ChartState, Span } from './address'
import { linesOf, spreadOf, valuesOf, type Line } from './lines'
import { noneWords } from './noneWords'
import { pointTimeWords, valueColumns, zoneOf, type Point } from './points'
import { PointsTable } from './PointsTable'
import { SpreadLegend } from './SpreadLegend'
import type { Target } from './scale'
import { TargetLegend } from './TargetLegend'
import { useInspected } from './useInspected'
import { Walker } from './Walker'

// The chart library is larger than the rest of the page.
const Plot = panelOnDemand(async () => (await import('./Plot')).Plot)

interface ChartViewProps {
  readonly series: Series
  readonly unit: string
  readonly span: Span
  readonly busy: boolean
  readonly look: 'chart' | 'table'
  readonly sensor: Sensor
  /** The range of the plant's groups for the metric. */
  readonly target: Target | null
  readonly onChange: (change: Partial<ChartState>) => void
}

const titles = valueColumns.map(([, title]) => title)

/** A curve as a chart with keyboard access, or as a table. */
export function ChartView({ series, unit, span, busy, look, sensor, target, onChange }: ChartViewProps) {
  const { metric, points, bucketS } = series
  const { id: sensorId, name: sensorName, reportingIntervalS } = sensor
  const lines = useMemo(
    () => linesOf({ bucketS, curves: [{ sensorId, sensorName, reportingIntervalS, points }] }, 0),
    [bucketS, sensorId, sensorName, reportingIntervalS, points],
  )
  if (points.length === 0) return <p className="chart-none">{noneWords(metric)}</p>
  return (
    <div aria-busy={busy} className="chart-view">
      {look === 'table' ? (
        <PointsTable
          bucketS={bucketS}
          columns={isMetric(metric) ? [...titles, 'Readings'] : titles}
          rows={points.map((point) => rowOf(point, metric, unit))}
        />
      ) : (
        <Walk key={metric} {...{ series, lines, unit, span, target, onChange }} />
      )}
      {look === 'chart' && spreadOf(lines).length > 0 && <SpreadLegend />}
      <TargetLegend target={target} unit={unit} drawn={look === 'chart' ? valuesOf(lines) : null} />
    </div>
  )
}

interface WalkProps extends Pick<ChartViewProps, 'series' | 'unit' | 'span' | 'target' | 'onChange'> {
  readonly lines: readonly Line[]
}

/** The chart, and its inspected point in words. */
function Walk({ series, lines, unit, span, target, onChange }: WalkProps) {
  const { metric, points, bucketS } = series
  const zone = zoneOf(bucketS, useZone())
  const moments = useMemo(() => points.map((point) => Date.parse(point.at) / 1000), [points])
  const inspected = useInspected(moments)
  const point = points[inspected.shown]
  const words = point && `${pointTimeWords(Date.parse(point.at), bucketS, zone)}: ${pointWords(point, metric, unit)}`
  return (
    <Walker label="Points of the curve" inspected={inspected} words={words} readout={words}>
      <Plot {...{ lines, span, target, zone, onChange }} at={inspected.moment} onPlace={inspected.inspect} />
    </Walker>
  )
}

function rowOf({ at, avg, min, max, count }: Point, metric: Curve, unit: string) {
  const values = [avg, min, max].map((value) => valueWords(value, unit))
  return { at, cells: isMetric(metric) ? [...values, grouped(count)] : values }
}

function pointWords(point: Point, metric: Curve, unit: string): string {
  const of = isMetric(metric) ? ` of ${counted(point.count, { one: 'reading', many: 'readings' })}` : ''
  return averageWords(point, unit, of)
}
