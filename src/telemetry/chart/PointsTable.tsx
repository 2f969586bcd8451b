import type { ReactNode } from 'react'
import { counted } from '../../crud/model/words'
import { Scroller } from '../../ui/table/Scroller'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '../../ui/table/Table'
import { Time } from '../../ui/text/Time'

interface PointsTableProps {
  /** Headers of the columns after the time. */
  readonly columns: readonly string[]
  /** The oldest first, with a cell for each column. */
  readonly rows: readonly { readonly at: string; readonly cells: readonly ReactNode[] }[]
}

/** A chart's points as a table, the latest first. */
export function PointsTable({ columns, rows }: PointsTableProps) {
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
                <Time value={at} show="full" focusable={false} />
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
