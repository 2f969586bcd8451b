import { useMemo } from 'react'
import { PLANT_CURVES_MAX, type PlantSeries } from '../../contract/readings'
import { rowLink } from '../../crud/parts/rowLink'
import { NoValue } from '../../crud/parts/FieldText'
import { panelOnDemand } from '../../ui/overlay/onDemand'
import { useZone } from '../../ui/text/Time'
import { absoluteWords } from '../../ui/text/timeWords'
import { valueWords } from '../words'
import type { ChartState, Span } from './address'
import { linesOf, momentsOf, nearest, valueAt, valuesOf, type Line } from './lines'
import { PointsTable } from './PointsTable'
import type { Target } from './scale'
import { TargetLegend } from './TargetLegend'
import { useInspected } from './useInspected'
import { Walker } from './Walker'

// The chart library is larger than the rest of the page.
const CurvesPlot = panelOnDemand(async () => (await import('./CurvesPlot')).CurvesPlot)

interface CurvesViewProps {
  readonly series: PlantSeries
  /** The same curves a while earlier, to be drawn over them. */
  readonly before: PlantSeries | undefined
  /** Milliseconds between both. */
  readonly ahead: number
  readonly span: Span
  readonly look: ChartState['look']
  readonly target: Target | null
  readonly unit: string
}

/** Several curves as a chart with keyboard access, or as a table. */
export function CurvesView({ series, before, ahead, span, look, target, unit }: CurvesViewProps) {
  const lines = useMemo(
    () => [...linesOf(series, 0), ...(before === undefined ? [] : linesOf(before, ahead))],
    [series, before, ahead],
  )
  const moments = useMemo(() => momentsOf(lines), [lines])
  if (moments.length === 0) return <p className="chart-none">No readings in this range.</p>
  return (
    <div className="chart-view">
      {look === 'table' ? (
        <PointsTable columns={lines.map(nameOf)} rows={moments.map((at) => rowAt(lines, at, unit))} />
      ) : (
        <Chart {...{ series, lines, moments, span, target, unit }} />
      )}
      {series.curves.length === PLANT_CURVES_MAX && <p className="chart-legend">The first {PLANT_CURVES_MAX} sensors by name.</p>}
      {before?.curves.every(({ points }) => points.length === 0) && (
        <p className="chart-legend">No readings in the week before.</p>
      )}
      <TargetLegend target={target} unit={unit} drawn={look === 'chart' ? valuesOf(lines) : null} />
    </div>
  )
}

interface ChartProps extends Pick<CurvesViewProps, 'series' | 'span' | 'target' | 'unit'> {
  readonly lines: readonly Line[]
  /** Times of all points, in seconds since 1970. */
  readonly moments: readonly number[]
}

function Chart({ series, lines, moments, span, target, unit }: ChartProps) {
  const zone = useZone()
  const inspected = useInspected(moments)
  const { moment } = inspected
  const shown = moments[inspected.shown] ?? 0
  const when = absoluteWords(shown * 1000, zone)
  const values = lines.flatMap((line) => {
    const value = valueNear(line, shown)
    return value === null ? [] : [`${nameOf(line)} ${valueWords(value, unit)}`]
  })
  return (
    <>
      <Walker
        label="Points of the curves"
        inspected={inspected}
        words={`${when}: ${values.join(', ')}`}
        readout={when}
        hint="Point at the chart or use arrow keys."
      >
        <CurvesPlot lines={lines} span={span} target={target} zone={zone} at={moment} onPlace={inspected.inspect} />
      </Walker>
      <ul className="chart-lines" aria-label="Curves">
        {series.curves.map(({ sensorId, sensorName }, colour) => (
          <li key={sensorId}>
            <span className={`chart-line-key chart-ink-${colour}`} aria-hidden="true" />
            {rowLink('sensors', sensorId, sensorName)}
            {lines
              .filter((line) => line.colour === colour)
              .map((line) => {
                const value = moment === null ? null : valueNear(line, moment)
                if (value === null) return null
                return (
                  <span key={String(line.before)} className={line.before ? 'soft' : undefined}>
                    {line.before && 'week before '}
                    {valueWords(value, unit)}
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

function valueNear(line: Line, moment: number): number | null {
  return line.values[nearest(line, moment)] ?? null
}

function rowAt(lines: readonly Line[], moment: number, unit: string) {
  const cells = lines.map((line) => {
    const value = valueAt(line, moment)
    return value === null ? <NoValue key={nameOf(line)} /> : valueWords(value, unit)
  })
  return { at: new Date(moment * 1000).toISOString(), cells }
}
