import { memo, useId, useState, type ReactElement } from 'react'
import type { ListQuery } from '../../contract/list'
import { AbsentRows } from '../../ui/table/AbsentRows'
import { Link } from '../../ui/controls/Link'
import { MenuButton, MoreMark } from '../../ui/overlay/Menu'
import { onDemand } from '../../ui/overlay/onDemand'
import { Cell, HeaderCell, SelectCell, Table, TableBody, TableHead, TableRow } from '../../ui/table/Table'
import type { AnyRow } from '../model/crudSlice'
import type { AnyStandardArea, Column } from '../model/declaration'
import { FieldText } from '../parts/FieldText'
import { detailPath } from '../model/paths'
import { nameOf } from '../model/reference'
import { ACTIONS_WIDTH, widthOf } from './fitting'
import { directionOf } from './query'
import { menuLabel, RowMenu } from './RowMenu'
import type { Answer } from './useAnswer'
import type { Selection } from './useSelection'

interface ListTableProps {
  readonly area: AnyStandardArea
  /** The requested query; while it differs from the answer's, the rows are loading. */
  readonly query: ListQuery
  readonly answer: Answer
  readonly density: 'comfortable' | 'compact'
  /** The columns are wider than the list. */
  readonly wide: boolean
  readonly selection: Selection
  readonly onSort: (key: string) => void
  readonly onSelect: (row: AnyRow, on: boolean, range: boolean) => void
  readonly onRemove: (row: AnyRow) => void
  readonly onReach: (id: string) => void
  readonly onLeave: () => void
}

/** From this number of rows on, rows far from the viewport are not rendered. */
const MANY = 100
/** Rows that fill a window until the code for long lists has loaded. */
const WINDOWFUL = 40

interface RowsProps {
  readonly children: readonly ReactElement[]
}

const RowBlocks = onDemand<RowsProps>(async () => (await import('../../ui/table/RowBlocks')).RowBlocks, {
  Waiting: ({ children }) => (
    <>
      <TableBody>{children.slice(0, WINDOWFUL)}</TableBody>
      <AbsentRows rows={children.slice(WINDOWFUL)} />
    </>
  ),
  // Slower, but complete.
  Failed: ({ children }) => <TableBody>{children}</TableBody>,
})

export function ListTable(props: ListTableProps) {
  const { area, query, answer, density, wide, selection, onSort, onSelect, onRemove, onReach, onLeave } = props
  const { page, pageSize } = answer.query
  const { result: rows, meta } = answer.page
  const picked = rows.filter((row) => selection.has(row.id)).length
  const every = picked === rows.length && rows.length > 0
  const menus = useId()
  const [menuFor, setMenuFor] = useState<string | null>(null)
  const menuRow = rows.find(({ id }) => id === menuFor)
  // A new query replaces the rows as a whole: text that stayed and moved, even by the width of a number, would count as layout shift.
  const key = JSON.stringify(answer.query)
  const lines = rows.map((row, at) => (
    <ListRow
      key={row.id}
      area={area}
      row={row}
      index={(page - 1) * pageSize + at + 2}
      selected={selection.has(row.id)}
      menu={`${menus}-${row.id}`}
      onMenu={setMenuFor}
      onSelect={onSelect}
      onReach={onReach}
      onLeave={onLeave}
    />
  ))
  return (
    <>
      <Table label={area.title} busy={answer.query !== query} steady wide={wide} total={meta.total} density={density}>
        <TableHead>
          <SelectCell
            header
            label="Select all on this page"
            checked={every ? true : picked > 0 ? 'some' : false}
            onChange={(on) => selection.set(rows, on)}
          />
          {area.columns.map((column, at) => (
            <HeaderCell
              key={column.key}
              align={column.numeric === true ? 'end' : 'start'}
              width={widthOf(column, at)}
              sort={area.resource.list.sort.includes(column.key) ? (directionOf(query, column.key) ?? 'none') : undefined}
              onSort={() => onSort(column.key)}
            >
              {column.title}
            </HeaderCell>
          ))}
          <HeaderCell hiddenLabel="Actions" width={ACTIONS_WIDTH} />
        </TableHead>
        {rows.length < MANY ? <TableBody key={key}>{lines}</TableBody> : <RowBlocks key={key}>{lines}</RowBlocks>}
      </Table>
      {menuRow !== undefined && (
        <RowMenu key={menuRow.id} id={`${menus}-${menuRow.id}`} area={area} row={menuRow} onRemove={onRemove} />
      )}
    </>
  )
}

interface ListRowProps extends Pick<ListTableProps, 'area' | 'onSelect' | 'onReach' | 'onLeave'> {
  readonly row: AnyRow
  /** Id of the row's menu. */
  readonly menu: string
  readonly onMenu: (id: string) => void
  /** Index among all rows (`aria-rowindex`); the header has 1. */
  readonly index: number
  readonly selected: boolean
}

function PlainRow({ area, row, index, selected, menu, onMenu, onSelect, onReach, onLeave }: ListRowProps) {
  const [first, ...others] = area.columns
  const reach = () => onReach(row.id)
  return (
    <TableRow
      data-row={row.id}
      aria-rowindex={index}
      selected={selected}
      onPointerEnter={reach}
      onPointerLeave={onLeave}
      onFocus={reach}
      onBlur={onLeave}
    >
      <SelectCell
        label={`Select ${nameOf(area.resource, row)}`}
        checked={selected}
        onChange={(on, range) => onSelect(row, on, range)}
      />
      {first !== undefined && (
        <Cell look="title">
          <Link href={detailPath(area.slug, row.id)} className="row-link">
            <ColumnValue area={area} row={row} column={first} />
          </Link>
        </Cell>
      )}
      {others.map((column) => (
        <Cell key={column.key} label={column.title} align={column.numeric === true ? 'end' : 'start'}>
          <ColumnValue area={area} row={row} column={column} />
        </Cell>
      ))}
      <Cell look="actions">
        <MenuButton menu={menu} label={menuLabel(area, row)} icon={MoreMark} size="sm" onOpen={() => onMenu(row.id)} />
      </Cell>
    </TableRow>
  )
}

/** Memoized: selecting a row re-renders only that row. */
const ListRow = memo(PlainRow)

interface ColumnValueProps {
  readonly area: AnyStandardArea
  readonly row: AnyRow
  readonly column: Column<AnyRow>
}

function ColumnValue({ area, row, column }: ColumnValueProps) {
  return column.cell?.(row) ?? <FieldText resource={area.resource} field={column.key} value={row[column.key]} dense />
}
