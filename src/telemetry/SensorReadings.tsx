import type { Sensor } from '../contract/sensors'
import { SubjectAlerts } from './alerts/SubjectAlerts'
import { ChartCard } from './chart/ChartCard'
import { LatestReadings } from './LatestReadings'

interface SensorReadingsProps {
  readonly row: Sensor
  /** The sensor has been deleted. */
  readonly isDeleted: boolean
}

/** The latest readings and the curves of a sensor. */
export function SensorReadings({ row, isDeleted }: SensorReadingsProps) {
  return (
    <div className="stack">
      <SubjectAlerts field="sensorId" id={row.id} />
      <LatestReadings sensor={row} />
      <ChartCard sensor={row} isDeleted={isDeleted} />
    </div>
  )
}
