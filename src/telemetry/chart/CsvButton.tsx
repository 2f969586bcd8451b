import { Download } from 'lucide-react'
import type { Series } from '../../contract/readings'
import type { Sensor } from '../../contract/sensors'
import { toCsv } from '../../crud/csv'
import { Button } from '../../ui/Button'
import { useEnvironment } from '../../ui/Environment'

interface CsvButtonProps {
  readonly sensor: Sensor
  readonly series: Series
  readonly unit: string
}

/** The points that the chart shows, as a file. */
export function CsvButton({ sensor, series: { metric, points }, unit }: CsvButtonProps) {
  const { download } = useEnvironment()
  const save = () => {
    const rows = points.map(({ at, avg, min, max, count }) => ({ at, metric, unit, average: avg, min, max, readings: count }))
    const days = [points[0], points.at(-1)].map((point) => point?.at.slice(0, 10) ?? '')
    const name = [sensor.eui, metric, ...new Set(days)].join('-')
    download(`${name}.csv`, new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }))
  }
  return (
    <Button size="sm" icon={Download} disabled={points.length === 0} onClick={save}>
      Download CSV
    </Button>
  )
}
