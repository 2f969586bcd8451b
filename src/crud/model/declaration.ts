import type { ComponentType, ReactNode } from 'react'
import type { AnyObject } from 'yup'
import type { Tag } from '../../api/api'
import type { Operation, Resource } from '../../contract/resource'
import type { Icon } from '../../ui/controls/Button'
import type { AnyRow, BulkMatch } from './crudSlice'

export type AnyResource = Resource<Tag, AnyRow, AnyObject>

/** A column of the list. It can be sorted by when the contract's list can; in a CSV file it is the row's field under its own name. */
export interface Column<Row> {
  readonly key: string & keyof Row
  readonly title: string
  /** Numbers stand at the end of their cell. */
  readonly numeric?: boolean
  /** The first to be left out where the table is narrow. */
  readonly minor?: boolean
  /** At the least, in rem; wider where the table has room to share. Left out: as wide as a few words, or a number. */
  readonly width?: number
  /** Further fields that the cell shows: they go with it into a CSV file. */
  readonly also?: readonly (string & keyof Row)[]
  /** Shown instead of the field's text. */
  cell?(row: Row): ReactNode
}

/** A filter control. The contract says which values it takes: words, yes or no, or rows of another resource. */
export interface Filter<Name extends string = string> {
  readonly name: Name
  readonly title: string
  /** Comes mostly by links: its control is behind More, whatever room there is. */
  readonly quiet?: boolean
  /** Words for values that are not words themselves, such as `true`. */
  readonly words?: Readonly<Record<string, string>>
}

export interface Section<Row> {
  readonly title: string
  readonly items: readonly Item<Row>[]
}

/** A labelled value of the detail screen; the label is the contract's unless given. */
export interface Item<Row> {
  readonly key: string & keyof Row
  readonly label?: string
  /** An identifier, with a button that copies it. */
  readonly copy?: boolean
  readonly wide?: boolean
  /** Shown where the field is empty too: `value` has a word for that, such as “Never”. */
  readonly always?: boolean
  value?(row: Row): ReactNode
}

export interface FormSection<Draft> {
  readonly title: string
  readonly hint?: string
  readonly fields: readonly Field<Draft>[]
}

/** An input of the form. Kind, label, unit and choices are the contract's. */
export interface Field<Draft> {
  readonly name: string & keyof Draft
  readonly hint?: string
  readonly words?: Readonly<Record<string, string>>
  /** `eui` offers to make an EUI-64 of a MAC-48; `lines` is text of several lines. */
  readonly kind?: 'eui' | 'lines'
  /** Which rows a reference offers, as a list filter: `{ status: ['active'] }`. */
  readonly offer?: Readonly<Record<string, readonly string[]>>
  /** Takes the width of the section. */
  readonly wide?: boolean
  /** True for an existing row whose value here never changes any more: shown, not asked. */
  fixed?(row: AnyRow): boolean
  /** Of a field that holds objects: what is said of their parts, by name. */
  readonly parts?: Readonly<Record<string, PartWords>>
  /** Of a field that holds one object: those of its parts that stand here, in this order; all, unless given. */
  readonly only?: readonly string[]
  /** Whether it makes sense for what the form holds; left out: always. */
  asked?(values: Readonly<Record<string, unknown>>): boolean
  /** A sentence for a value that is allowed but unusual; it never blocks. */
  warn?(value: unknown): string | null
}

/** What a form says of a part of an object. */
type PartWords = Pick<Field<object>, 'hint' | 'words' | 'wide' | 'kind' | 'parts'>

/** What deleting rows would do, for the confirmation. */
interface RemovalRule<Row> {
  /** True: the row's name (or the count, for several) has to be typed. */
  readonly typed: boolean
  consequence(rows: readonly Row[]): string
}

/** Something that can be done with a row: a button of its page and an item of its menu in the list. */
export interface RowAction<Row> {
  /** The verb: "Deactivate". */
  readonly label: string
  readonly icon: Icon
  readonly danger?: boolean
  /** What is to be done next with such a row: it stands first on its page, as the main button. */
  readonly next?: boolean
  /** Whether it makes sense for this row; left out: always. */
  offered?(row: Row): boolean
  /** Asks, and does it; there from the click until it closes. */
  readonly Dialog: ComponentType<{ readonly row: Row; readonly onClose: () => void }>
}

/** Something that can be done with the rows that are selected in the list, beside Edit and Delete. */
export interface BulkAction {
  readonly label: string
  readonly icon: Icon
  /** Asks, and does it; `onDone` when it was done, to whatever rows. */
  readonly Dialog: ComponentType<BulkDialogProps>
}

export interface BulkDialogProps {
  /** By id, or all that the list matches. */
  readonly rows: BulkMatch | { readonly ids: readonly string[] }
  readonly count: number
  readonly onClose: () => void
  readonly onDone: () => void
}

/** What an area says so that the standard screens can show it. */
export interface StandardArea<Row extends AnyRow, Draft extends AnyObject> {
  readonly resource: Resource<Tag, Row, Draft>
  /** The first names the row and links to it. */
  readonly columns: readonly Column<Row>[]
  readonly filters: readonly Filter[]
  readonly sections: readonly Section<Row>[]
  /** Empty: rows are not edited by a form. */
  readonly form: readonly FormSection<Draft>[]
  /** Under the form's inputs, within the form: what its values would do. */
  readonly FormMore?: ComponentType
  /** Values of a new row's form where they are not empty. */
  readonly blank: Partial<Draft>
  /** Cells of the row that an import's template shows, by their columns: `care.watering`. Left out: the least that a row needs. */
  readonly example?: Readonly<Record<string, string | number | boolean>>
  /** Left out where rows are not deleted. */
  readonly removal?: RemovalRule<Row>
  /** Left out: every row may be edited that a form is for. */
  editable?(row: Row): boolean
  /** Between the list's title and its filters. */
  readonly ListLead?: ComponentType
  /** Beside the list's Export: the area's own ways on. */
  readonly ListActions?: ComponentType
  /** Beside the title of the detail screen: the derived state above all. */
  State?(props: { readonly row: Row }): ReactNode
  /** Under it: what the row is known by, and ways to the rows around it. */
  Summary?(props: { readonly row: Row }): ReactNode
  /** What can be done with a row beyond edit, clone and delete. */
  readonly actions?: readonly RowAction<Row>[]
  /** What can be done with several of them. */
  readonly bulkActions?: readonly BulkAction[]
  /** Under the sections, over the whole width: rows that belong to this one. */
  readonly More?: ComponentType<{ readonly row: Row; readonly isDeleted: boolean }>
}

/** The same with its types forgotten, and the registry's words: what the standard screens get. */
export interface AnyStandardArea extends Declaration {
  readonly slug: string
  readonly title: string
}
export interface Declaration extends Omit<StandardArea<AnyRow, AnyObject>, 'resource'> {
  readonly resource: AnyResource
}

/** Whether the screens offer this: the API has the call, and the area a form for what it needs; of a row, whether it may be edited. */
export function offers(
  { resource, form, editable }: Pick<Declaration, 'resource' | 'form' | 'editable'>,
  operation: Operation,
  row?: AnyRow,
): boolean {
  if (operation === 'update' && row !== undefined && editable?.(row) === false) return false
  const isFilledIn = operation === 'create' || operation === 'update'
  return resource.ops.includes(operation) && (!isFilledIn || form.length > 0)
}

/** Checks an area's declaration against the types of its rows, and forgets them: the standard screens hand it rows of its own only. */
export function declare<Row extends AnyRow, Draft extends AnyObject>(area: StandardArea<Row, Draft>): Declaration {
  return area as unknown as Declaration
}
