import { memo, useId, useState, type ReactElement } from 'react'
import { AbsentRows } from '../../ui/table/AbsentRows'
import { cx } from '../../ui/environment/classes'
import { Link } from '../../ui/controls/Link'
import { MenuButton } from '../../ui/overlay/Menu'
import { onDemand } from '../../ui/overlay/onDemand'
import { HeaderCell, SelectCell, Table, TableBody, TableHead } from '../../ui/table/Table'
import type { AnyRow } from '../model/crudCalls'
import type { AnyStandardArea } from '../model/declaration'
import { fieldText } from '../parts/FieldText'
import { detailPath } from '../model/paths'
import { nameOf } from '../model/reference'
import { ACTIONS_WIDTH, isRoomFor, widthOf } from './fitting'
import { directionOf, sorted, type ListAddress } from './address'
import type { Opened } from './opened'
import type { ListPreferences } from './preferences'
import { menuLabel, RowMenu } from './RowMenu'
import type { Answer } from './useAnswer'
import { usePressedRow } from './usePressedRow'
import type { Selection } from './useSelection'

interface ListTableProps {
  readonly area: AnyStandardArea
  /** Its query is the requested one; while the answer's differs, the rows are loading. */
  readonly address: ListAddress
  readonly answer: Answer
  readonly density: ListPreferences['density']
  /** Width of the list in rem; 0: each row is a card. */
  readonly room: number
  readonly selection: Selection
  readonly onSelect: (row: AnyRow, on: boolean, range: boolean) => void
  readonly onOpen: (what: Opened) => void
  /** The pointer or the focus has come to a row, which the user may open next. */
  readonly onReach: (id: string) => void
  readonly onLeave: () => void
}

/** From this number of rows on, rows far from the viewport are not rendered. */
const VIRTUALIZED_FROM = 100
/** Rows that are rendered until the code for long lists has loaded: enough to fill a window. */
const ROWS_AT_FIRST = 40

interface RowsProps {
  readonly children: readonly ReactElement[]
  readonly wide: boolean
}

const VirtualRows = onDemand<RowsProps>(async () => (await import('../../ui/table/VirtualRows')).VirtualRows, {
  Waiting: ({ children }) => (
    <>
      <TableBody>{children.slice(0, ROWS_AT_FIRST)}</TableBody>
      <AbsentRows count={children.length - ROWS_AT_FIRST} />
    </>
  ),
  // Slower, but complete.
  Failed: ({ children }) => <TableBody>{children}</TableBody>,
})

/** The rows of a page as a table that sorts and selects, with a menu for each row; long pages are virtualized. */
export function ListTable(props: ListTableProps) {
  const { area, address, answer, density, room, selection, onSelect, onOpen, onReach, onLeave } = props
  const { query, go } = address
  const { page, pageSize } = answer.query
  const { result: rows, meta } = answer.page
  const selectedCount = rows.filter((row) => selection.has(row.id)).length
  const areAllSelected = selectedCount === rows.length && rows.length > 0
  const pressedRow = usePressedRow()
  const menuIds = useId()
  const [menuFor, setMenuFor] = useState<string | null>(null)
  const menuRow = rows.find(({ id }) => id === menuFor)
  const wide = !isRoomFor(area.columns, room)
  const isLong = rows.length >= VIRTUALIZED_FROM
  // Another query's rows reuse the elements, which takes a quarter less time than to make new ones. Not on cards: theirs differ in height,
  // so that reused ones would move, which counts as layout shift.
  const reuse = !isLong && room !== 0
  const key = reuse ? undefined : JSON.stringify(answer.query)
  const tableRows = rows.map((row, at) => (
    <ListRow
      key={reuse ? answer.keys[at] : row.id}
      area={area}
      row={row}
      place={at}
      index={(page - 1) * pageSize + at + 2}
      selected={selection.has(row.id)}
      menu={`${menuIds}-${row.id}`}
      onMenu={setMenuFor}
      onSelect={onSelect}
      onReach={onReach}
      onLeave={onLeave}
    />
  ))
  return (
    <>
      <Table label={area.title} busy={answer.query !== query} steady wide={wide} total={meta.total} density={density}>
        {/* WebKit keeps the width of a table that loses a column, unless its head is another element. */}
        <TableHead key={area.columns.map(({ key: column }) => column).join()}>
          <SelectCell
            header
            label="Select all on this page"
            checked={areAllSelected ? true : selectedCount > 0 ? 'some' : false}
            onChange={(on) => selection.set(rows, on)}
          />
          {area.columns.map((column, at) => (
            <HeaderCell
              key={column.key}
              align={column.numeric === true ? 'end' : 'start'}
              width={widthOf(column, at)}
              sort={area.resource.list.sort.includes(column.key) ? (directionOf(query, column.key) ?? 'none') : undefined}
              onSort={() => go(sorted(query, column.key), 'push')}
            >
              {column.title}
            </HeaderCell>
          ))}
          <HeaderCell hiddenLabel="Actions" width={ACTIONS_WIDTH} />
        </TableHead>
        {isLong ? (
          <VirtualRows key={key} wide={wide}>
            {tableRows}
          </VirtualRows>
        ) : (
          <TableBody key={key} {...pressedRow}>
            {tableRows}
          </TableBody>
        )}
      </Table>
      {menuRow !== undefined && (
        <RowMenu key={menuRow.id} id={`${menuIds}-${menuRow.id}`} area={area} row={menuRow} onOpen={onOpen} />
      )}
    </>
  )
}

interface ListRowProps extends Pick<ListTableProps, 'area' | 'onSelect' | 'onReach' | 'onLeave'> {
  readonly row: AnyRow
  /** Id of the row's menu. */
  readonly menu: string
  readonly onMenu: (id: string) => void
  /** Index among the page's rows. */
  readonly place: number
  /** Index among all rows (`aria-rowindex`); the header has 1. */
  readonly index: number
  readonly selected: boolean
}

/** Elements rather than the kit's components, of which a list would have a thousand. */
function PlainRow({ area, row, place, index, selected, menu, onMenu, onSelect, onReach, onLeave }: ListRowProps) {
  const reach = () => onReach(row.id)
  return (
    <tr
      className="row"
      data-row={row.id}
      data-index={place}
      data-selected={selected || undefined}
      aria-rowindex={index}
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
      {area.columns.map(({ key, title, numeric, mono, cell }, at) => {
        const value = cell?.(row) ?? fieldText(area.resource, key, row[key], true)
        if (at > 0)
          return (
            <td key={key} data-label={title} className={cx(numeric && 'cell-end', mono && 'mono')}>
              {value}
            </td>
          )
        return (
          <th key={key} scope="row" className="cell-title">
            <Link href={detailPath(area.slug, row.id)}>{value}</Link>
          </th>
        )
      })}
      <td className="cell-actions">
        <MenuButton menu={menu} label={menuLabel(area, row)} size="sm" onOpen={() => onMenu(row.id)} />
      </td>
    </tr>
  )
}

/** Memoized: selecting a row re-renders only that row. */
const ListRow = memo(PlainRow)
