import type { ReactNode } from 'react'
import { Time } from '../../ui/text/Time'
import type { FieldKind } from '../model/fieldKind'
import { fieldWords } from '../model/words'
import { idsIn, ReferenceNames } from './ReferenceNames'

interface FieldWordsProps {
  readonly kind: FieldKind
  readonly value: unknown
  /** The area's words for the choices of a field. */
  readonly words?: Readonly<Record<string, string>> | undefined
  /** Stands for no value. */
  readonly empty: ReactNode
}

/** A value of a form in words: rows by their titles, moments by their dates. */
export function FieldWords({ kind, value, words, empty }: FieldWordsProps) {
  const ids = idsIn(value)
  if (kind.target !== undefined && ids.length > 0) return <ReferenceNames target={kind.target} ids={ids} />
  if (kind.moment && typeof value === 'string') return <Time value={value} show="absolute" focusable={false} />
  return fieldWords(kind, value, words) ?? empty
}
