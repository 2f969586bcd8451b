import type { ObjectSchema, AnyObject } from 'yup'
import { Time } from '../../ui/text/Time'
import type { AnyResource } from '../model/declaration'
import { kindOf } from '../model/fieldKind'
import { fieldWords } from '../model/words'
import './fieldText.css'

interface FieldTextProps {
  readonly resource: AnyResource
  readonly field: string
  readonly value: unknown
  /** In a table: a time is relative and cannot be focused; elsewhere the date stands beside it. */
  readonly dense?: boolean
}

/** A field's value in words, with its unit; an em dash when it is empty. */
export function FieldText({ resource, field, value, dense = false }: FieldTextProps) {
  const kind = kindOf(resource.row, field)
  if (kind.moment && typeof value === 'string') return <Moment value={value} dense={dense} />
  return fieldWords(kind, value) ?? <NoValue />
}

interface MomentProps {
  readonly value: string | null | undefined
  readonly dense?: boolean
}

/** A moment: relative and, unless dense, with its date. */
export function Moment({ value, dense = false }: MomentProps) {
  if (dense || value == null) return <Time value={value} focusable={!dense} />
  return (
    <>
      <Time value={value} />{' '}
      <span className="moment-exact faint">
        (<Time value={value} show="absolute" focusable={false} />)
      </span>
    </>
  )
}

/** An em dash for an unknown value, with a text for screen readers. */
export function NoValue() {
  return (
    <span className="faint">
      <span aria-hidden="true">—</span>
      <span className="sr-only">none</span>
    </span>
  )
}

/** The contract's label of a field. */
export function labelOf(resource: { readonly row: ObjectSchema<AnyObject> }, field: string): string {
  return kindOf(resource.row, field).label
}
