import { curveRule } from '../contract/metrics'
import { PLANT_SENSORS_MAX, type PlantSensor } from '../contract/readings'
import type { Plant } from '../contract/plants'
import { NoValue } from '../crud/FieldText'
import { detailPath, listPath } from '../crud/paths'
import { counted } from '../crud/words'
import { Card } from '../ui/Card'
import { ErrorState } from '../ui/ErrorState'
import { Link } from '../ui/Link'
import { SkeletonRows } from '../ui/Skeleton'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '../ui/Table'
import { Time } from '../ui/Time'
import { useGetPlantReadingsQuery } from './readingsApi'
import './telemetry.css'
import { Judgement, sentenceOf, unitIn, valueWords } from './words'

/** A plant's sensors together: the latest of what each measures, and how that stands to what the plant wants. */
export function PlantReadings({ plant }: { readonly plant: Plant }) {
  const { currentData, error, isFetching, refetch } = useGetPlantReadingsQuery(plant.id, { refetchOnMountOrArgChange: true })
  return (
    <Card title="Sensors" description={<SensorsLink plant={plant} />} flush={currentData !== undefined}>
      {currentData !== undefined ? (
        <Sensors sensors={currentData} />
      ) : error !== undefined && !isFetching ? (
        <ErrorState message={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={2} columns={3} label="Loading the latest readings" />
      )}
    </Card>
  )
}

function SensorsLink({ plant: { id, sensorsCount } }: { readonly plant: Plant }) {
  return (
    <>
      <Link className="link" href={listPath('sensors', { plantId: id })}>
        {counted(sensorsCount, { one: 'sensor', many: 'sensors' })}
      </Link>
      {sensorsCount > PLANT_SENSORS_MAX && `, of which the first ${PLANT_SENSORS_MAX}`}
    </>
  )
}

function Sensors({ sensors }: { readonly sensors: readonly PlantSensor[] }) {
  return (
    <Table label="Sensors of the plant">
      <TableHead>
        <HeaderCell>Sensor</HeaderCell>
        <HeaderCell>Latest readings</HeaderCell>
        <HeaderCell>Measured</HeaderCell>
      </TableHead>
      <TableBody>
        {sensors.map(({ sensorId, sensorName, readings, moistureCalibrated }) => (
          <TableRow key={sensorId}>
            <Cell look="title">
              <Link className="link" href={detailPath('sensors', sensorId)}>
                {sensorName}
              </Link>
            </Cell>
            <Cell label="Latest readings">
              <Readings readings={readings} moistureCalibrated={moistureCalibrated} />
            </Cell>
            <Cell label="Measured">
              <Time value={latestOf(readings)} focusable={false} />
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function Readings({ readings, moistureCalibrated }: Pick<PlantSensor, 'readings' | 'moistureCalibrated'>) {
  if (readings.length === 0) return <NoValue />
  return (
    <ul className="plant-readings">
      {readings.map(({ metric, value, status, min, max }) => {
        const { label } = curveRule(metric)
        const unit = unitIn(metric, { moistureCalibrated })
        return (
          <li key={metric}>
            {label} {value === null ? <NoValue /> : valueWords(value, unit)} <Judgement status={status} min={min} max={max} />
          </li>
        )
      })}
    </ul>
  )
}

function latestOf(readings: PlantSensor['readings']): string | null {
  return readings.map(({ measuredAt }) => measuredAt ?? '').reduce((latest, at) => (at > latest ? at : latest), '') || null
}
