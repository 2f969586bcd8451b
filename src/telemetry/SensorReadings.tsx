import type { Sensor } from '../contract/sensors'
import { ChartCard } from './chart/ChartCard'
import { LatestReadings } from './LatestReadings'
import './telemetry.css'

/** What a sensor measured: the latest, and its curves. */
export function SensorReadings({ row }: { readonly row: Sensor }) {
  return (
    <div className="telemetry">
      <LatestReadings sensor={row} />
      <ChartCard sensor={row} />
    </div>
  )
}
