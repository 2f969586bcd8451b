import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../environment/classes'
import { NoValue } from '../text/NoValue'
import '../controls/checkbox.css'
import './table.css'
import './cards.css'

export interface TableProps {
  /** Accessible name. */
  readonly label: string
  readonly density?: 'comfortable' | 'compact' | undefined
  /** Another page or order is loading: the rows stay, dimmed, under a moving line. */
  readonly busy?: boolean | undefined
  /** Fixed column widths from the header cells: nothing shifts from page to page, and longer text is truncated. */
  readonly steady?: boolean | undefined
  /** The columns do not fit: the table scrolls horizontally; a list also vertically, so that its headers stay in sight. */
  readonly wide?: boolean | undefined
  /** The number of all rows, of which the table shows some. */
  readonly total?: number | undefined
  /** TableHead and TableBody. */
  readonly children: ReactNode
}

/** A native table. Below 640 px each row is a card, on which a cell's `label` precedes its value. */
export function Table({
  label,
  density = 'comfortable',
  busy = false,
  steady = false,
  wide = false,
  total,
  children,
}: TableProps) {
  return (
    <div className="table-frame" data-wide={wide || undefined}>
      <table
        className={cx('data-table', `data-table-${density}`, steady && 'data-table-steady')}
        aria-label={label}
        aria-busy={busy}
        aria-rowcount={total === undefined ? undefined : total + 1}
      >
        {children}
      </table>
    </div>
  )
}

/** The row of header cells. */
export function TableHead({ children }: { readonly children: ReactNode }) {
  return (
    <thead>
      <tr>{children}</tr>
    </thead>
  )
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody {...props} />
}

export interface TableRowProps extends ComponentProps<'tr'> {
  /** The row that is the user's own. */
  readonly current?: boolean | undefined
}

export function TableRow({ current = false, className, ...rest }: TableRowProps) {
  return <tr {...rest} data-current={current || undefined} className={cx('row', className)} />
}

export interface HeaderCellProps {
  readonly children?: ReactNode
  /** Makes the column sortable; its current direction. */
  readonly sort?: 'ascending' | 'descending' | 'none' | undefined
  readonly onSort?: (() => void) | undefined
  readonly align?: 'start' | 'end' | undefined
  /** Width of the column in rem, in a steady table; the columns share spare room. */
  readonly width?: number | undefined
  /** Name of a column whose header is not visible: actions. */
  readonly hiddenLabel?: string | undefined
}

export function HeaderCell({ children, sort, onSort, align = 'start', width, hiddenLabel }: HeaderCellProps) {
  const Mark = sort === 'ascending' ? ArrowUp : sort === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={sort === 'none' ? undefined : sort}
      className={cx(align === 'end' && 'cell-end', hiddenLabel && 'cell-actions')}
      style={width === undefined ? undefined : { width: `${width}rem` }}
    >
      {sort === undefined ? (
        children
      ) : (
        <button type="button" className="sort" data-sorted={sort !== 'none' || undefined} onClick={onSort}>
          {children}
          <Mark className="sort-mark" aria-hidden="true" />
        </button>
      )}
      {hiddenLabel && <span className="sr-only">{hiddenLabel}</span>}
    </th>
  )
}

export interface CellProps {
  readonly children?: ReactNode
  /** The column's name, shown before the value on a card. */
  readonly label?: string | undefined
  readonly align?: 'start' | 'end' | undefined
  /** title: the row's title, a card's heading · mono: an identifier · actions: sticky at the end. */
  readonly look?: 'plain' | 'title' | 'mono' | 'actions' | undefined
  readonly className?: string | undefined
}

/** A cell that shows a dash when it is empty; `label` names its column where a narrow screen shows the row as a card. */
export function Cell({ children, label, align = 'start', look = 'plain', className }: CellProps) {
  const attributes = {
    'data-label': label,
    className: cx(align === 'end' && 'cell-end', look !== 'plain' && `cell-${look}`, className),
  }
  const empty = children == null || children === ''
  const content = empty ? <NoValue /> : children
  return look === 'title' ? (
    <th scope="row" {...attributes}>
      {content}
    </th>
  ) : (
    <td {...attributes}>{content}</td>
  )
}

export interface SelectCellProps {
  /** E.g. "Select Greenhouse 4" or "Select all on this page". */
  readonly label: string
  readonly checked: boolean | 'some'
  /** `range`: Shift was held, for a range selection. */
  readonly onChange: (checked: boolean, range: boolean) => void
  readonly header?: boolean | undefined
}

/** The checkbox of a row, or of all rows in the header. */
export function SelectCell({ label, checked, onChange, header = false }: SelectCellProps) {
  const Tag = header ? 'th' : 'td'
  return (
    <Tag className="cell-select" scope={header ? 'col' : undefined}>
      <label className="select-target">
        <input
          ref={(box) => {
            if (box !== null) box.indeterminate = checked === 'some'
          }}
          type="checkbox"
          className="checkbox"
          aria-label={label}
          checked={checked === true}
          onChange={(event) =>
            onChange(event.target.checked, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
          }
        />
      </label>
    </Tag>
  )
}
