import { counted } from '../../crud/model/words'
import { grouped } from '../../ui/text/numberWords'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow, TableScroll } from '../../ui/table/Table'
import { Time } from '../../ui/text/Time'
import { valueWords } from '../words'
import type { Point } from './points'

interface PointsTableProps {
  readonly points: readonly Point[]
  readonly unit: string
}

/** The chart's points as a table, the latest first. */
export function PointsTable({ points, unit }: PointsTableProps) {
  return (
    <TableScroll label={counted(points.length, { one: 'point', many: 'points' })}>
      <Table label="Points of the curve" density="compact">
        <TableHead>
          <HeaderCell>Time</HeaderCell>
          <HeaderCell align="end">Average</HeaderCell>
          <HeaderCell align="end">Least</HeaderCell>
          <HeaderCell align="end">Most</HeaderCell>
          <HeaderCell align="end">Readings</HeaderCell>
        </TableHead>
        <TableBody>
          {points.toReversed().map(({ at, avg, min, max, count }) => (
            <TableRow key={at}>
              <Cell look="title">
                <Time value={at} show="full" focusable={false} />
              </Cell>
              <Cell label="Average" align="end">
                {valueWords(avg, unit)}
              </Cell>
              <Cell label="Least" align="end">
                {valueWords(min, unit)}
              </Cell>
              <Cell label="Most" align="end">
                {valueWords(max, unit)}
              </Cell>
              <Cell label="Readings" align="end">
                {grouped(count)}
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableScroll>
  )
}
