import { curveRule } from '../contract/metrics'
import { PLANT_SENSORS_MAX, type PlantSensor } from '../contract/readings'
import type { Plant } from '../contract/plants'
import { NoValue } from '../ui/text/NoValue'
import { rowLink } from '../crud/parts/rowLink'
import { Unloaded } from '../crud/parts/Unloaded'
import { Card } from '../ui/layout/Card'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '../ui/table/Table'
import { Time } from '../ui/text/Time'
import { useGetPlantReadingsQuery } from './readingsApi'
import { SensorsLink } from './SensorsLink'
import './telemetry.css'
import { Judgement, unitIn, valueWords } from './words'

/** The sensors of a plant: the latest reading of each metric, compared with the plant's needs. */
export function PlantReadings({ plant }: { readonly plant: Plant }) {
  const query = useGetPlantReadingsQuery(plant.id, { refetchOnMountOrArgChange: true })
  const { currentData } = query
  return (
    <Card
      title="Sensors"
      description={
        plant.sensorsCount > PLANT_SENSORS_MAX && (
          <SensorsLink total={plant.sensorsCount} shown={PLANT_SENSORS_MAX} filter={{ plantId: plant.id }} />
        )
      }
      flush={currentData !== undefined}
    >
      {currentData === undefined ? (
        <Unloaded query={query} rows={2} columns={3} label="Loading the latest readings" />
      ) : (
        <Sensors sensors={currentData} />
      )}
    </Card>
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
            <Cell look="title">{rowLink('sensors', sensorId, sensorName)}</Cell>
            <Cell label="Latest readings" className="plant-readings-cell">
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
      {readings.map((reading) => {
        const { metric, value } = reading
        const { label } = curveRule(metric)
        const unit = unitIn(metric, { moistureCalibrated })
        return (
          <li key={metric}>
            {label} {value === null ? <NoValue /> : valueWords(value, unit)} <Judgement {...reading} />
          </li>
        )
      })}
    </ul>
  )
}

function latestOf(readings: PlantSensor['readings']): string | null {
  return readings.map(({ measuredAt }) => measuredAt ?? '').reduce((latest, at) => (at > latest ? at : latest), '') || null
}
