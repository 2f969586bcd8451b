import { skipToken } from '@reduxjs/toolkit/query'
import { useMemo } from 'react'
import { curveRule } from '../../contract/metrics'
import type { Sensor } from '../../contract/sensors'
import { sentenceOf } from '../../crud/model/problems'
import { RetryAlert } from '../../ui/overlay/RetryAlert'
import { Card } from '../../ui/layout/Card'
import { ErrorState } from '../../ui/layout/ErrorState'
import { Skeleton } from '../../ui/layout/Skeleton'
import { useGetLatestReadingsQuery, useGetSeriesQuery } from '../readingsApi'
import { unitIn } from '../words'
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
  const { currentData: readings } = useGetLatestReadingsQuery(sensor.id)
  const curves = useMemo(() => curvesOf(readings ?? []), [readings])
  const [view, go, misread] = useChartAddress(curves)
  const span = useSpan(view.range)
  const metric = view.metric ?? curves[0]
  const { data, currentData, error, isFetching, refetch } = useGetSeriesQuery(
    metric === undefined || isDeleted ? skipToken : { sensorId: sensor.id, metric, ...span },
  )
  // The previous minute's answer for the metric stays until the new one arrives.
  const series = currentData ?? (data?.metric === metric && error === undefined ? data : undefined)
  const failed = error !== undefined
  if (metric === undefined || (isDeleted && series === undefined)) return null
  const { label } = curveRule(metric)
  const unit = unitIn(metric, sensor)
  return (
    <Card
      title="History"
      description={`${label}, ${unit}`}
      actions={series !== undefined && !isDeleted && <CsvButton sensor={sensor} series={series} unit={unit} />}
    >
      {!isDeleted && <ChartTools curves={curves} metric={metric} view={view} span={span} misread={misread} onChange={go} />}
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
          sensor={sensor}
          target={readings?.find((reading) => reading.metric === metric) ?? null}
          onChange={go}
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
