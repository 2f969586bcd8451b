import { useCallback, useMemo, useState } from 'react'
import { curveRule, type Curve } from '../contract/metrics'
import type { Plant } from '../contract/plants'
import { PLANT_CURVES_MAX, type PlantSensor, type PlantSeries } from '../contract/readings'
import { detailPath } from '../crud/model/paths'
import { isApiError } from '../crud/model/problems'
import { Unloaded } from '../crud/parts/Unloaded'
import { Card } from '../ui/layout/Card'
import { Link } from '../ui/controls/Link'
import { panelOnDemand } from '../ui/overlay/onDemand'
import { Segments } from '../ui/controls/Segments'
import { useZone } from '../ui/text/Time'
import { absoluteWords } from '../ui/text/timeWords'
import './chart/chart.css'
import type { Span } from './chart/address'
import type { Line } from './chart/curvesDrawing'
import { curvesOf, gapOf } from './chart/points'
import { useSpan } from './chart/useSpan'
import { useGetPlantReadingsQuery, useGetPlantSeriesQuery } from './readingsApi'
import { valueWords, targetWords } from './words'

// The chart library is larger than the rest of the page.
const CurvesPlot = panelOnDemand(async () => (await import('./chart/CurvesPlot')).CurvesPlot)
const draws = typeof Path2D === 'function'
const WEEK = 7 * 86_400_000
/** Assumed seconds between two readings of a sensor that is not known here. */
const USUAL_INTERVAL_S = 900
const spans = { Day: '24h', Week: '7d' } as const
type SpanName = keyof typeof spans

/** The curves of a plant's sensors in one chart with the target range, optionally with the week before. */
export function PlantCurves({ plant }: { readonly plant: Plant }) {
  const { currentData: sensed = [] } = useGetPlantReadingsQuery(plant.id)
  const curves = [...new Set(sensed.flatMap(({ readings }) => curvesOf(readings)))]
  const [chosen, setChosen] = useState<Curve | null>(null)
  const metric = curves.find((curve) => curve === chosen) ?? curves[0]
  if (metric === undefined) return null
  return <MetricCurves plant={plant} sensed={sensed} curves={curves} metric={metric} onMetric={setChosen} />
}

interface MetricCurvesProps {
  readonly plant: Plant
  readonly sensed: readonly PlantSensor[]
  readonly curves: readonly Curve[]
  readonly metric: Curve
  readonly onMetric: (metric: Curve) => void
}

function MetricCurves({ plant, sensed, curves, metric, onMetric }: MetricCurvesProps) {
  const [name, setName] = useState<SpanName>('Week')
  const [compares, setCompares] = useState(false)
  const span = useSpan(spans[name])
  const query = useGetPlantSeriesQuery({ plantId: plant.id, metric, ...span })
  const before = useGetPlantSeriesQuery(
    { plantId: plant.id, metric, from: span.from - WEEK, to: span.to - WEEK },
    { skip: !compares },
  )
  const { label, unit } = curveRule(metric)
  const target = sensed.flatMap(({ readings }) => readings).find((reading) => reading.metric === metric) ?? null
  const series = query.currentData ?? query.data
  if (series === undefined && isApiError(query.error) && query.error.status === 404) return null
  return (
    <Card title="Curves" description={`${label}, ${unit}`}>
      <div className="chart-tools">
        <label className="control">
          <span className="sr-only">Metric</span>
          <select
            className="input select"
            value={metric}
            onChange={({ target }) => onMetric(curves.find((curve) => curve === target.value) ?? metric)}
          >
            {curves.map((curve) => (
              <option key={curve} value={curve}>
                {curveRule(curve).label}
              </option>
            ))}
          </select>
        </label>
        <Segments label="The last" choices={Object.keys(spans) as SpanName[]} chosen={name} onChoose={setName} />
        <label className="check">
          <input type="checkbox" className="checkbox" checked={compares} onChange={({ target }) => setCompares(target.checked)} />
          <span>Compare with the week before</span>
        </label>
      </div>
      {series === undefined ? (
        <Unloaded query={query} rows={4} columns={1} label="Loading the curves" />
      ) : (
        <Picture series={series} before={compares ? before.currentData : undefined} span={span} target={target} unit={unit} />
      )}
    </Card>
  )
}

interface PictureProps {
  readonly series: PlantSeries
  readonly before: PlantSeries | undefined
  readonly span: Span
  readonly target: PlantSensor['readings'][number] | null
  readonly unit: string
}

function Picture({ series, before, span, target, unit }: PictureProps) {
  const zone = useZone()
  const lines = useMemo(() => [...linesOf(series, 0), ...(before === undefined ? [] : linesOf(before, WEEK))], [series, before])
  const [at, setAt] = useState<number | null>(null)
  const place = useCallback((moment: number | null) => setAt(moment), [])
  const band = target === null ? null : targetWords(target, unit)
  if (series.curves.every(({ points }) => points.length === 0)) return <p className="soft">No readings in this range.</p>
  return (
    <div className="chart-view">
      {draws && <CurvesPlot lines={lines} span={span} target={target} zone={zone} onPlace={place} />}
      <p className="chart-readout">{at === null ? 'Point at the chart to read its values.' : absoluteWords(at * 1000, zone)}</p>
      <ul className="chart-lines" aria-label="Curves">
        {series.curves.map(({ sensorId, sensorName }, colour) => {
          const value =
            at === null
              ? null
              : valueAt(
                  lines.find((line) => line.colour === colour && !line.before),
                  at,
                )
          const earlier =
            at === null
              ? null
              : valueAt(
                  lines.find((line) => line.colour === colour && line.before),
                  at,
                )
          return (
            <li key={sensorId}>
              <span className={`chart-line-key chart-ink-${colour}`} aria-hidden="true" />
              <Link className="link" href={detailPath('sensors', sensorId)}>
                {sensorName}
              </Link>
              {value !== null && <span>{valueWords(value, unit)}</span>}
              {earlier !== null && <span className="soft">week before {valueWords(earlier, unit)}</span>}
            </li>
          )
        })}
      </ul>
      {series.curves.length === PLANT_CURVES_MAX && <p className="soft">The first {PLANT_CURVES_MAX} sensors by name.</p>}
      {band !== null && (
        <p className="chart-legend">
          <span className="chart-key" aria-hidden="true" /> Target range: {band}
        </p>
      )}
    </div>
  )
}

/** The curves as lines, shifted by `ahead` milliseconds, and interrupted at gaps in the readings. */
function linesOf({ curves, bucketS }: PlantSeries, ahead: number): Line[] {
  const gap = gapOf(bucketS, USUAL_INTERVAL_S)
  return curves.map(({ sensorName, points }, colour) => {
    const at: number[] = []
    const values: (number | null)[] = []
    for (const point of points) {
      const second = (Date.parse(point.at) + ahead) / 1000
      const last = at.at(-1)
      if (last !== undefined && second - last > gap) {
        at.push((last + second) / 2)
        values.push(null)
      }
      at.push(second)
      values.push(point.avg)
    }
    return { name: sensorName, colour, before: ahead > 0, at, values }
  })
}

/** A line's value at the pointer's moment. */
function valueAt(line: Line | undefined, at: number): number | null {
  return line?.values[line.at.indexOf(at)] ?? null
}
