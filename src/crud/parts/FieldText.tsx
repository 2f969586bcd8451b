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
  /** In a table of many, a time is relative and no stop for Tab; elsewhere it stands beside its date. */
  readonly dense?: boolean
}

/** A field's value in words, with its unit; an em dash where there is none. */
export function FieldText({ resource, field, value, dense = false }: FieldTextProps) {
  const kind = kindOf(resource.row, field)
  if (kind.moment && typeof value === 'string') return <Moment value={value} dense={dense} />
  return fieldWords(kind, value) ?? <NoValue />
}

interface MomentProps {
  readonly value: string | null | undefined
  readonly dense?: boolean
}

/** A moment: how long ago and, where there is room, when. */
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

/** Nothing is known; said so to a screen reader too. */
export function NoValue() {
  return (
    <span className="faint">
      <span aria-hidden="true">—</span>
      <span className="sr-only">none</span>
    </span>
  )
}

/** The contract's word for a field. */
export function labelOf(resource: { readonly row: ObjectSchema<AnyObject> }, field: string): string {
  return kindOf(resource.row, field).label
}
