import { useMemo } from 'react'
import { PLANT_CURVES_MAX, type PlantSeries } from '../../contract/readings'
import { rowLink } from '../../crud/parts/rowLink'
import { NoValue } from '../../ui/text/NoValue'
import { panelOnDemand } from '../../ui/overlay/onDemand'
import { rangeWords } from '../../ui/text/RangeBand'
import { useZone } from '../../ui/text/Time'
import { averageWords, rounded, valueWords } from '../words'
import type { ChartState, Span } from './address'
import { isSpread, linesOf, momentsOf, nearest, pointOf, spreadOf, valuesOf, type Line } from './lines'
import { noneWords } from './noneWords'
import { pointTimeWords, valueColumns, zoneOf } from './points'
import { PointsTable } from './PointsTable'
import { SpreadLegend } from './SpreadLegend'
import type { Target } from './scale'
import { TargetLegend } from './TargetLegend'
import { useInspected } from './useInspected'
import { Walker } from './Walker'

// The chart library is larger than the rest of the page.
const Plot = panelOnDemand(async () => (await import('./Plot')).Plot)

interface CurvesViewProps {
  readonly series: PlantSeries
  /** More sensors measure the metric than have a curve. */
  readonly hasMore: boolean
  /** The same curves a while earlier, to be drawn over them. */
  readonly before: PlantSeries | undefined
  /** Milliseconds between both. */
  readonly ahead: number
  readonly span: Span
  readonly look: ChartState['look']
  readonly target: Target | null
  readonly unit: string
  readonly onChange: (change: Partial<ChartState>) => void
}

/** Several curves as a chart with keyboard access, or as a table. */
export function CurvesView({ series, hasMore, before, ahead, span, look, target, unit, onChange }: CurvesViewProps) {
  const lines = useMemo(
    () => [...linesOf(series, 0), ...(before === undefined ? [] : linesOf(before, ahead))],
    [series, before, ahead],
  )
  const moments = useMemo(() => momentsOf(lines), [lines])
  if (moments.length === 0) return <p className="chart-none">{noneWords(series.metric)}</p>
  return (
    <div className="chart-view">
      {look === 'table' ? (
        <CurvesTable {...{ series, lines, moments, unit }} />
      ) : (
        <Chart {...{ series, lines, moments, span, target, unit, onChange }} />
      )}
      {look === 'chart' && spreadOf(lines).length > 0 && <SpreadLegend />}
      {hasMore && <p className="chart-legend">The first {PLANT_CURVES_MAX} sensors by name.</p>}
      {before?.curves.every(({ points }) => points.length === 0) && (
        <p className="chart-legend">No readings in the week before.</p>
      )}
      <TargetLegend target={target} unit={unit} drawn={look === 'chart' ? valuesOf(lines) : null} />
    </div>
  )
}

interface ChartProps extends Pick<CurvesViewProps, 'series' | 'span' | 'target' | 'unit' | 'onChange'> {
  readonly lines: readonly Line[]
  /** Times of all points, in seconds since 1970. */
  readonly moments: readonly number[]
}

function Chart({ series, lines, moments, span, target, unit, onChange }: ChartProps) {
  const { bucketS } = series
  const zone = zoneOf(bucketS, useZone())
  const inspected = useInspected(moments)
  const { moment } = inspected
  const shown = moments[inspected.shown] ?? 0
  const when = pointTimeWords(shown * 1000, bucketS, zone)
  const values = lines.flatMap((line) => {
    const point = pointOf(line, nearest(line, shown))
    return point === null ? [] : [`${nameOf(line)} ${averageWords(point, unit)}`]
  })
  return (
    <>
      <Walker label="Points of the curves" inspected={inspected} words={`${when}: ${values.join('; ')}`} readout={when}>
        <Plot {...{ lines, span, target, zone, onChange }} at={moment} onPlace={inspected.inspect} />
      </Walker>
      <ul className="chart-lines" aria-label="Curves">
        {series.curves.map(({ sensorId, sensorName }, colour) => (
          <li key={sensorId}>
            <span className={`chart-line-key chart-ink-${colour}`} aria-hidden="true" />
            {rowLink('sensors', sensorId, sensorName)}
            {lines
              .filter((line) => line.colour === colour)
              .map((line) => {
                const point = moment === null ? null : pointOf(line, nearest(line, moment))
                if (point === null) return null
                const [min, max] = [rounded(point.min), rounded(point.max)]
                return (
                  <span key={String(line.before)} className={line.before ? 'soft' : undefined}>
                    {line.before && 'week before '}
                    {valueWords(point.avg, unit)}
                    {!line.before && min !== max && `, ${rangeWords([min, max], unit)}`}
                  </span>
                )
              })}
          </li>
        ))}
      </ul>
    </>
  )
}

function nameOf({ name, before }: Line): string {
  return before ? `${name}, week before` : name
}

/** The columns of a line: those of a sensor's own table where its readings differ. */
function columnsOf(line: Line) {
  const name = nameOf(line)
  if (!isSpread(line)) return [{ title: name, at: line.at, values: line.avg }]
  return valueColumns.map(([key, title]) => ({ title: `${name}, ${title.toLowerCase()}`, at: line.at, values: line[key] }))
}

function CurvesTable({ series, lines, moments, unit }: Pick<ChartProps, 'series' | 'lines' | 'moments' | 'unit'>) {
  const columns = lines.flatMap(columnsOf)
  const rows = moments.map((moment) => ({
    at: new Date(moment * 1000).toISOString(),
    cells: columns.map(({ title, at, values }) => {
      const value = values[at.indexOf(moment)]
      return value == null ? <NoValue key={title} /> : valueWords(value, unit)
    }),
  }))
  return <PointsTable bucketS={series.bucketS} columns={columns.map(({ title }) => title)} rows={rows} />
}
