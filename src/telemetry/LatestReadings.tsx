import { curveRule } from '../contract/metrics'
import type { LatestReading } from '../contract/readings'
import type { Sensor } from '../contract/sensors'
import { NoValue } from '../ui/text/NoValue'
import { Unloaded } from '../crud/parts/Unloaded'
import { Card } from '../ui/layout/Card'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '../ui/table/Table'
import { Time } from '../ui/text/Time'
import { useGetLatestReadingsQuery } from './readingsApi'
import { Judgement, unitIn, valueWords, targetWords } from './words'

/** The latest reading of each metric, compared with the needs of the sensor's plant, if it has one. */
export function LatestReadings({ sensor }: { readonly sensor: Sensor }) {
  const query = useGetLatestReadingsQuery(sensor.id, { refetchOnMountOrArgChange: true })
  const { currentData } = query
  const isTable = currentData !== undefined && currentData.length > 0
  return (
    <Card
      title="Latest readings"
      description={sensor.plantId == null ? undefined : 'Compared with the plant’s target ranges.'}
      flush={isTable}
    >
      {currentData === undefined ? (
        <Unloaded query={query} columns={5} label="Loading the latest readings" />
      ) : isTable ? (
        <Readings sensor={sensor} readings={currentData} />
      ) : (
        <p className="soft">No readings yet.</p>
      )}
    </Card>
  )
}

interface ReadingsProps {
  readonly sensor: Sensor
  readonly readings: readonly LatestReading[]
}

function Readings({ sensor, readings }: ReadingsProps) {
  return (
    <Table label="Latest readings">
      <TableHead>
        <HeaderCell>Metric</HeaderCell>
        <HeaderCell align="end">Latest</HeaderCell>
        <HeaderCell>Status</HeaderCell>
        <HeaderCell>Range</HeaderCell>
        <HeaderCell>Measured</HeaderCell>
      </TableHead>
      <TableBody>
        {readings.map((reading) => (
          <Reading key={reading.metric} reading={reading} unit={unitIn(reading.metric, sensor)} />
        ))}
      </TableBody>
    </Table>
  )
}

function Reading({ reading, unit }: { readonly reading: LatestReading; readonly unit: string }) {
  const { metric, value, measuredAt } = reading
  const { label } = curveRule(metric)
  return (
    <TableRow>
      <Cell look="title">{label}</Cell>
      <Cell label="Latest" align="end">
        {value === null ? <NoValue /> : valueWords(value, unit)}
      </Cell>
      <Cell label="Status">
        <Judgement {...reading} />
      </Cell>
      <Cell label="Range">{targetWords(reading, unit) ?? <NoValue />}</Cell>
      <Cell label="Measured">
        <Time value={measuredAt} focusable={false} />
      </Cell>
    </TableRow>
  )
}
