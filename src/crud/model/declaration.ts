import type { ComponentType, ReactNode } from 'react'
import type { AnyObject } from 'yup'
import type { BulkRows } from '../../../machines/manyRowsMachine'
import type { Tag } from '../../api/api'
import type { ListQuery } from '../../contract/list'
import type { ChangePreview } from '../../contract/preview'
import type { Operation, Resource } from '../../contract/resource'
import type { Icon } from '../../ui/controls/Button'
import type { ScanRule } from '../../ui/form/ScanField'
import type { AnyRow } from './crudCalls'

export type AnyResource = Resource<Tag, AnyRow, AnyObject>

/** A column of the list. It is sortable if the contract's list sorts by it; a CSV file has the row's field under its own name. */
export interface Column<Row> {
  readonly key: string & keyof Row
  readonly title: string
  /** Aligned to the end of the cell, as numbers are. */
  readonly numeric?: boolean
  /** Monospace, as identifiers are. */
  readonly mono?: boolean
  /** Hidden first when the table is narrow. */
  readonly minor?: boolean
  /** Minimum in rem; the table shares out spare room. Defaults to the width of a few words, or of a number. */
  readonly width?: number
  /** Further fields that the cell shows; a CSV file includes them. */
  readonly also?: readonly (string & keyof Row)[]
  /** Rendered instead of the field's text. */
  cell?(row: Row): ReactNode
}

/**
 * A filter control. The contract determines its values: words, yes or no, or rows of another resource. A filter by a text has no control: links
 * set it, and its chip removes it.
 */
export interface Filter<Name extends string = string> {
  readonly name: Name
  readonly title: string
  /** Used mostly by links: its control is always behind More. */
  readonly quiet?: boolean
  /** Words for values that are not words, such as `true`. */
  readonly words?: Readonly<Record<string, string>>
}

export interface Section<Row> {
  readonly title: string
  readonly items: readonly Item<Row>[]
}

/** A labelled value of the detail screen; the label defaults to the contract's. */
export interface Item<Row> {
  readonly key: string & keyof Row
  readonly label?: string
  /** An identifier with a copy button. */
  readonly copy?: boolean
  readonly wide?: boolean
  /** Shown for an empty field too: `value` returns a word for it, such as “Never”. */
  readonly always?: boolean
  /** An empty field is left out, not listed as not set: it cannot be set yet. */
  readonly hideEmpty?: boolean
  /** Whether the field applies to this row; defaults to true. */
  isShown?(row: Row): boolean
  value?(row: Row): ReactNode
}

export interface FormSection<Draft> {
  readonly title: string
  readonly hint?: string
  readonly fields: readonly Field<Draft>[]
}

/** An input of the form. Kind, label, unit and choices come from the contract. */
export interface Field<Draft> {
  readonly name: string & keyof Draft
  readonly hint?: string
  readonly words?: Readonly<Record<string, string>>
  /** For an identifier that can be scanned from a label. */
  readonly scan?: ScanRule
  /** Filter on the rows that a reference offers: `{ status: ['active'] }`. */
  readonly offer?: Readonly<Record<string, readonly string[]>>
  /** Spans the section's width. */
  readonly wide?: boolean
  /** Whether an existing row's value can no longer change: shown read-only. */
  fixed?(row: AnyRow): boolean
  /** For a field that holds objects: wording of their parts, by name. */
  readonly parts?: Readonly<Record<string, PartWords>>
  /** For a field that holds one object: the parts shown here, in this order; defaults to all. */
  readonly only?: readonly string[]
  /** Whether the field applies to the form's values; defaults to always. */
  isShown?(values: Readonly<Record<string, unknown>>): boolean
  /** A warning for a valid but unusual value; never blocks saving. */
  warn?(value: unknown): string | null
}

/** A form's wording for a part of an object. */
type PartWords = Pick<Field<object>, 'hint' | 'words' | 'wide' | 'parts' | 'warn'>

/** The consequence of deleting rows, for the confirmation. */
interface RemovalRule<Row> {
  /** Whether the user has to type the row's title (or the count, for several rows). */
  readonly typed: boolean
  /** `sums`: of fields, over all rows, where `rows` are the first of them. */
  consequence(rows: readonly Row[], sums?: Readonly<Record<string, number>>): string
  /** Path of the list of the rows that use this one, where they can be given no successor. */
  usersPath?(row: Row): string
}

/** What the dialog of an action on a row gets. */
export interface RowDialogProps<Row> {
  readonly row: Row
  readonly onClose: () => void
}

/** An action on a row: a button on its page and an item of its menu in the list. */
export interface RowAction<Row> {
  /** The verb: "Deactivate". */
  readonly label: string
  readonly icon: Icon
  readonly danger?: boolean
  /** The next step for such a row: the primary button of its page. */
  readonly next?: boolean
  /** Whether the action applies to this row; defaults to always. */
  offered?(row: Row): boolean
  /** Confirms and performs the action; mounted from the click until it closes. */
  readonly Dialog: ComponentType<RowDialogProps<Row>>
}

/** An action on the rows selected in the list, beside Edit and Delete. */
export interface BulkAction {
  readonly label: string
  readonly icon: Icon
  readonly danger?: boolean
  /** Confirms and performs the action; calls `onDone` if any row was processed. */
  readonly Dialog: ComponentType<BulkDialogProps>
}

export interface BulkDialogProps {
  /** By id, or all rows that the list matches. */
  readonly rows: BulkRows
  readonly count: number
  /** Those of them that are loaded; question and report name them. */
  readonly loadedRows: readonly AnyRow[]
  /** Whether all of them are on the shown page; rows that were selected on another one may have changed since. */
  readonly areShown: boolean
  /** The list's query, by which all rows are counted again. */
  readonly query: ListQuery
  /** Search and filters in words; empty when the list is not filtered. */
  readonly filterWords: string
  /** Called when the number of matching rows differs from `count`. */
  readonly onRecounted: (count: number) => void
  readonly onClose: () => void
  /** Called with the ids of the rows that a call has processed; with none for a filter. */
  readonly onDone: (ids: readonly string[]) => void
}

/** An area's declaration, from which the standard screens are built. */
export interface StandardArea<Row extends AnyRow, Draft extends AnyObject> {
  readonly resource: Resource<Tag, Row, Draft>
  /** The first column holds the row's title and link. */
  readonly columns: readonly Column<Row>[]
  readonly filters: readonly Filter[]
  readonly sections: readonly Section<Row>[]
  /** Empty when rows are not edited by a form. */
  readonly form: readonly FormSection<Draft>[]
  /** Below the form's inputs, within the form: previews the effect of its values. */
  readonly FormMore?: ComponentType<{ readonly row: AnyRow | null }>
  /** Names of the fields that may still change in this row; null: all. The form shows no others. */
  changeable?(row: Row): readonly string[] | null
  /** Default values of a new row. */
  readonly blank: Partial<Draft>
  /** Values that the form of an existing row proposes in place of the row's own. */
  proposed?(row: Row): Partial<Draft>
  /** Cells of the import template's example row, by column: `care.watering`. Defaults to the required ones. */
  readonly example?: Readonly<Record<string, string | number | boolean>>
  /** What a change does to rows of other areas, for its confirmation; omitted where the contract previews nothing. */
  readonly Effect?: ComponentType<{ readonly preview: ChangePreview }>
  /** Omitted when rows cannot be deleted. */
  readonly removal?: RemovalRule<Row>
  /** Whether a row can be edited; defaults to every row. */
  editable?(row: Row): boolean
  /** Whether a row can be deleted now; defaults to every row. */
  deletable?(row: Row): boolean
  /** Between the list's title and its filters. */
  readonly ListLead?: ComponentType<{ readonly query: ListQuery }>
  /** Additional actions beside the list's Export, as ListAction or ListActionMenu. */
  readonly ListMore?: ComponentType
  /** The list's main action where rows are not created by a form. */
  readonly ListMain?: ComponentType
  /** Beside the title of the detail screen: mainly the derived state. */
  State?(props: { readonly row: Row }): ReactNode
  /** Below the title: the row's main facts, and links to related rows. */
  Summary?(props: { readonly row: Row }): ReactNode
  /** Actions on a row besides edit, clone and delete. */
  readonly actions?: readonly RowAction<Row>[]
  /** Actions on several rows. */
  readonly bulkActions?: readonly BulkAction[]
  /** Below the sections, at full width: rows that belong to this one. */
  readonly More?: ComponentType<{ readonly row: Row; readonly isDeleted: boolean }>
}

/** A declaration with its types erased, plus the registry's titles: the standard screens' input. */
export interface AnyStandardArea extends Declaration {
  readonly slug: string
  readonly title: string
}
export interface Declaration extends Omit<StandardArea<AnyRow, AnyObject>, 'resource'> {
  readonly resource: AnyResource
}

/** Whether the screens offer an operation: the API has the call, the area has the form that it needs, and a given row allows it. */
export function offers(
  { resource, form, editable, deletable }: Pick<Declaration, 'resource' | 'form' | 'editable' | 'deletable'>,
  operation: Operation,
  row?: AnyRow,
): boolean {
  if (operation === 'update' && row !== undefined && editable?.(row) === false) return false
  if (operation === 'remove' && row !== undefined && deletable?.(row) === false) return false
  const needsForm = operation === 'create' || operation === 'update'
  return resource.ops.includes(operation) && (!needsForm || form.length > 0)
}

/** Whether a row's field may still change; null is a new row. */
export function mayChange({ changeable }: Pick<Declaration, 'changeable'>, row: AnyRow | null, name: string): boolean {
  return row === null || (changeable?.(row)?.includes(name) ?? true)
}

/** The actions that apply to a row: `next`, its primary one, and the others. */
export function actionsOn({ actions = [] }: Pick<Declaration, 'actions'>, row: AnyRow) {
  const offered = actions.filter((action) => action.offered?.(row) ?? true)
  const next = offered.find((action) => action.next)
  return { next, others: offered.filter((action) => action !== next) }
}

/** Type-checks an area's declaration against its rows, then erases the types: the standard screens pass it only its own rows. */
export function declare<Row extends AnyRow, Draft extends AnyObject>(area: StandardArea<Row, Draft>): Declaration {
  return area as unknown as Declaration
}
