import type { ObjectSchema, AnyObject } from 'yup'
import { Time } from '../ui/Time'
import type { AnyResource } from './declaration'
import { kindOf } from './fieldKind'
import { fieldWords } from './words'

interface FieldTextProps {
  readonly resource: AnyResource
  readonly field: string
  readonly value: unknown
  /** Whether Tab stops at a time; not in a table of many. */
  readonly focusable?: boolean
}

/** A field's value in words, with its unit; an em dash where there is none. */
export function FieldText({ resource, field, value, focusable = true }: FieldTextProps) {
  const kind = kindOf(resource.row, field)
  if (kind.moment && typeof value === 'string') return <Time value={value} focusable={focusable} />
  return fieldWords(kind, value) ?? <NoValue />
}

/** Nothing is known; said so to a screen reader too. */
export function NoValue() {
  return (
    <span className="text-ink-faint">
      <span aria-hidden="true">—</span>
      <span className="sr-only">none</span>
    </span>
  )
}

/** The contract's word for a field. */
export function labelOf(resource: { readonly row: ObjectSchema<AnyObject> }, field: string): string {
  return kindOf(resource.row, field).label
}
