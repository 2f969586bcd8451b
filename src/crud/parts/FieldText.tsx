import type { ReactNode } from 'react'
import type { ObjectSchema, AnyObject } from 'yup'
import { NoValue } from '../../ui/text/NoValue'
import { Time } from '../../ui/text/Time'
import type { AnyResource } from '../model/declaration'
import { kindOf } from '../model/fieldKind'
import { fieldWords } from '../model/words'
import './fieldText.css'

/**
 * A field's value in words, with its unit; an em dash when it is empty. A function, because a list has hundreds. `dense`: in a table, where
 * a time is relative and cannot be focused; elsewhere the date stands beside it.
 */
export function fieldText(resource: AnyResource, field: string, value: unknown, dense = false): ReactNode {
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

/** The contract's label of a field. */
export function labelOf(resource: { readonly row: ObjectSchema<AnyObject> }, field: string): string {
  return kindOf(resource.row, field).label
}
