import { Download } from 'lucide-react'
import { isMetric } from '../../contract/metrics'
import type { Series } from '../../contract/readings'
import type { Sensor } from '../../contract/sensors'
import { csvFile, storedFormat } from '../../crud/model/csvFile'
import { Button } from '../../ui/controls/Button'
import { useEnvironment } from '../../ui/environment/Environment'
import { stepWords } from './points'

interface CsvButtonProps {
  readonly sensor: Sensor
  readonly series: Series
  readonly unit: string
}

/** Downloads the chart's points. The button names the step, because each time is the start of a step, not the moment of a reading. */
export function CsvButton({ sensor, series: { metric, points, bucketS }, unit }: CsvButtonProps) {
  const { browserStorage, download } = useEnvironment()
  const save = () => {
    const rows = points.map(({ at, avg, min, max, count }) => ({
      at,
      metric,
      unit,
      // A sum of readings leaves noise in the last digits.
      average: Number(avg.toPrecision(12)),
      min,
      max,
      ...(isMetric(metric) && { readings: count }),
    }))
    const days = [points[0], points.at(-1)].map((point) => point?.at.slice(0, 10) ?? '')
    const name = [sensor.eui, metric, ...new Set(days)].join('-')
    download(`${name}.csv`, csvFile(rows, storedFormat(browserStorage)))
  }
  return (
    <Button size="sm" className="chart-csv" icon={Download} disabled={points.length === 0} onClick={save}>
      Download CSV in {stepWords(bucketS)} steps
    </Button>
  )
}
