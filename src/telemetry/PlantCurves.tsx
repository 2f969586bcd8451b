import { useMemo, useState } from 'react'
import { DAY_MS } from '../contract/durations'
import { curveRule, type Curve } from '../contract/metrics'
import type { Plant } from '../contract/plants'
import { PLANT_CURVES_MAX, type PlantSensor, type ReadingStatus } from '../contract/readings'
import { isMissing } from '../crud/model/problems'
import { Unloaded } from '../crud/parts/Unloaded'
import { RetryAlert } from '../ui/overlay/RetryAlert'
import { Card } from '../ui/layout/Card'
import './chart/chart.css'
import { ChartTools } from './chart/ChartTools'
import { CurvesView } from './chart/CurvesView'
import { curvesOf } from './chart/points'
import { useChartAddress } from './chart/useChartAddress'
import { useSpan } from './chart/useSpan'
import { useGetPlantReadingsQuery, useGetPlantSeriesQuery } from './readingsApi'

const WEEK = 7 * DAY_MS

/** The curves of a plant's sensors in one chart with the target range, optionally with the week before. */
export function PlantCurves({ plant }: { readonly plant: Plant }) {
  const { currentData: sensed } = useGetPlantReadingsQuery(plant.id)
  const curves = useMemo(() => namedCurvesOf(sensed ?? []), [sensed])
  const [first] = curves
  return sensed === undefined || first === undefined ? null : (
    <MetricCurves plant={plant} sensed={sensed} curves={curves} first={first} />
  )
}

/** The curves of a plant's sensors, by name. */
function namedCurvesOf(sensed: readonly PlantSensor[]): Curve[] {
  return [...new Set(sensed.flatMap(({ readings }) => curvesOf(readings)))].toSorted((one, other) =>
    curveRule(one).label.localeCompare(curveRule(other).label, 'en'),
  )
}

/** The statuses of a reading that is compared with its range now: a daily one, and one that is too old, are not. */
const judged: readonly ReadingStatus[] = ['ok', 'low', 'high']

interface MetricCurvesProps {
  readonly plant: Plant
  readonly sensed: readonly PlantSensor[]
  readonly curves: readonly Curve[]
  readonly first: Curve
}

function MetricCurves({ plant, sensed, curves, first }: MetricCurvesProps) {
  const [view, go, misread] = useChartAddress(curves, '7d')
  const span = useSpan(view.range)
  const targets = sensed.flatMap(({ readings }) => readings).filter(({ min, max }) => min !== null || max !== null)
  const targetOf = (curve: Curve) => targets.find((reading) => reading.metric === curve) ?? null
  const judgedOf = (curve: Curve) => targets.filter(({ metric: one, status }) => one === curve && judged.includes(status)).length
  // The comparison with a target range says most where the most sensors measure now.
  const [best = first] = curves
    .filter((curve) => targetOf(curve) !== null)
    .toSorted((one, other) => judgedOf(other) - judgedOf(one))
  // Later readings do not change the chart that somebody looks at.
  const [shown] = useState(best)
  const metric = view.metric ?? (curves.includes(shown) ? shown : best)
  const query = useGetPlantSeriesQuery({ plantId: plant.id, metric, ...span })
  const before = useGetPlantSeriesQuery(
    { plantId: plant.id, metric, from: span.from - WEEK, to: span.to - WEEK },
    { skip: !view.compares },
  )
  const { label, unit } = curveRule(metric)
  // The previous minute's answer for the metric stays until the new one arrives.
  const [series, earlier] = [query, before].map(
    ({ currentData, data, error }) => currentData ?? (data?.metric === metric && error === undefined ? data : undefined),
  )
  const failed = [query, before].find(({ error }) => error !== undefined)
  if (series === undefined && isMissing(query.error)) return null
  return (
    <Card title="History" description={`${label}, ${unit}`}>
      <ChartTools curves={curves} metric={metric} view={view} span={span} misread={misread} onChange={go}>
        <label className="check">
          <input
            type="checkbox"
            className="checkbox"
            checked={view.compares}
            onChange={({ target }) => go({ compares: target.checked })}
          />
          <span>Compare with the week before</span>
        </label>
      </ChartTools>
      {series !== undefined && failed !== undefined && (
        <RetryAlert busy={failed.isFetching} onRetry={() => void failed.refetch()}>
          {failed === query ? 'The curves could not be refreshed.' : 'The week before could not be loaded.'}
        </RetryAlert>
      )}
      {series === undefined ? (
        <Unloaded query={query} rows={4} columns={1} label="Loading the curves" />
      ) : (
        <CurvesView
          key={metric}
          series={series}
          hasMore={sensed.filter(({ readings }) => curvesOf(readings).includes(metric)).length > PLANT_CURVES_MAX}
          before={view.compares ? earlier : undefined}
          ahead={WEEK}
          span={span}
          look={view.look}
          target={targetOf(metric)}
          unit={unit}
          onChange={go}
        />
      )}
    </Card>
  )
}
