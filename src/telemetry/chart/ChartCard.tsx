import { useCallback } from 'react'
import { curveRule, type Curve } from '../../contract/metrics'
import type { LatestReading } from '../../contract/readings'
import type { Sensor } from '../../contract/sensors'
import { sentenceOf } from '../../crud/model/problems'
import { RetryAlert } from '../../ui/overlay/RetryAlert'
import { Card } from '../../ui/layout/Card'
import { ErrorState } from '../../ui/layout/ErrorState'
import { Skeleton } from '../../ui/layout/Skeleton'
import { useGetLatestReadingsQuery, useGetSeriesQuery } from '../readingsApi'
import { unitIn } from '../words'
import type { ChartState, Span } from './address'
import { ChartTools } from './ChartTools'
import { ChartView } from './ChartView'
import { CsvButton } from './CsvButton'
import { curvesOf } from './points'
import { useChartAddress } from './useChartAddress'
import { useSpan } from './useSpan'
import './chart.css'

interface ChartCardProps {
  readonly sensor: Sensor
  /** The sensor has been deleted: the last answer stays, and nothing is fetched. */
  readonly isDeleted: boolean
}

/** The curves of a sensor; renders nothing for a sensor without readings. */
export function ChartCard({ sensor, isDeleted }: ChartCardProps) {
  const [view, go, misread] = useChartAddress()
  const { currentData: readings = [] } = useGetLatestReadingsQuery(sensor.id)
  const curves = curvesOf(readings)
  const metric = curves.find((curve) => curve === view.metric) ?? curves[0]
  if (metric === undefined) return null
  return (
    <CurveCard
      sensor={sensor}
      isDeleted={isDeleted}
      readings={readings}
      curves={curves}
      metric={metric}
      view={view}
      misread={misread}
      onChange={go}
    />
  )
}

interface CurveCardProps extends ChartCardProps {
  readonly readings: readonly LatestReading[]
  readonly curves: readonly Curve[]
  readonly metric: Curve
  readonly view: ChartState
  /** Some of the address could not be parsed. */
  readonly misread: boolean
  readonly onChange: (change: Partial<ChartState>) => void
}

function CurveCard({ sensor, isDeleted, readings, curves, metric, view, misread, onChange }: CurveCardProps) {
  const span = useSpan(view.range)
  const onSpan = useCallback((range: Span) => onChange({ range }), [onChange])
  const { data, currentData, error, isFetching, refetch } = useGetSeriesQuery(
    { sensorId: sensor.id, metric, ...span },
    { skip: isDeleted },
  )
  // The previous minute's answer for the metric stays until the new one arrives.
  const series = currentData ?? (data?.metric === metric && error === undefined ? data : undefined)
  const failed = error !== undefined
  if (isDeleted && series === undefined) return null
  const { label } = curveRule(metric)
  const unit = unitIn(metric, sensor)
  return (
    <Card
      title="History"
      description={`${label}, ${unit}`}
      actions={series !== undefined && !isDeleted && <CsvButton sensor={sensor} series={series} unit={unit} />}
    >
      {!isDeleted && <ChartTools curves={curves} metric={metric} view={view} span={span} misread={misread} onChange={onChange} />}
      {failed && series !== undefined && (
        <RetryAlert busy={isFetching} onRetry={() => void refetch()}>
          The curve could not be refreshed.
        </RetryAlert>
      )}
      {series !== undefined ? (
        <ChartView
          series={series}
          unit={unit}
          span={span}
          busy={isFetching}
          look={view.look}
          intervalS={sensor.reportingIntervalS}
          target={readings.find((reading) => reading.metric === metric) ?? null}
          onSpan={onSpan}
        />
      ) : failed ? (
        <ErrorState
          title="The curve could not be loaded"
          message={sentenceOf(error)}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : (
        <div className="chart-waiting" role="status">
          <span className="sr-only">Loading the curve</span>
          <Skeleton className="chart-skeleton" />
        </div>
      )}
    </Card>
  )
}
