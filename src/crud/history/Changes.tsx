import type { ReactNode } from 'react'
import type { ActivityEntry } from '../../contract/activity'
import { Time } from '../../ui/text/Time'
import type { Worded } from '../model/choiceWords'
import { NoValue } from '../../ui/text/NoValue'
import { changesOf } from './changes'

interface Props {
  readonly area: Worded
  readonly entry: Pick<ActivityEntry, 'changes'>
}

/** The changes of an entry: each field's value before and after. */
export function Changes({ area, entry }: Props) {
  const changes = changesOf(area, entry)
  if (changes.length === 0) return null
  return (
    <ul className="entry-changes">
      {changes.map(({ field, label, moment, from, to }) => (
        <li key={field}>
          <span className="entry-field">{label}</span> <span className="sr-only">from </span>
          <del>{shown(from, moment)}</del> <span aria-hidden="true">→</span>
          <span className="sr-only"> to </span> <ins>{shown(to, moment)}</ins>
        </li>
      ))}
    </ul>
  )
}

function shown(words: string | null, isMoment: boolean): ReactNode {
  if (words === null) return <NoValue />
  return isMoment ? <Time value={words} show="absolute" focusable={false} /> : words
}
