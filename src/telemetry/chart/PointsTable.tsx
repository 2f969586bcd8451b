import type { ReactNode } from 'react'
import { counted } from '../../crud/model/words'
import { Scroller } from '../../ui/table/Scroller'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '../../ui/table/Table'
import { useZone } from '../../ui/text/Time'
import { pointTimeWords } from './points'

interface PointsTableProps {
  /** Seconds that a point stands for. */
  readonly bucketS: number
  /** Headers of the columns after the time. */
  readonly columns: readonly string[]
  /** The oldest first, with a cell for each column. */
  readonly rows: readonly { readonly at: string; readonly cells: readonly ReactNode[] }[]
}

/** A chart's points as a table, the latest first. */
export function PointsTable({ bucketS, columns, rows }: PointsTableProps) {
  const zone = useZone()
  return (
    <Scroller className="table-scroll" label={counted(rows.length, { one: 'point', many: 'points' })}>
      <Table label="Points of the curve" density="compact">
        <TableHead>
          <HeaderCell>Time</HeaderCell>
          {columns.map((column) => (
            <HeaderCell key={column} align="end">
              {column}
            </HeaderCell>
          ))}
        </TableHead>
        <TableBody>
          {rows.toReversed().map(({ at, cells }) => (
            <TableRow key={at}>
              <Cell look="title">
                <time dateTime={at} className="time">
                  {pointTimeWords(Date.parse(at), bucketS, zone)}
                </time>
              </Cell>
              {columns.map((column, nth) => (
                <Cell key={column} label={column} align="end">
                  {cells[nth]}
                </Cell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Scroller>
  )
}
