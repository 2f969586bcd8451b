import type { ActivityEntry } from '../../contract/activity'
import type { AnyResource } from '../model/declaration'
import { NoValue } from '../parts/FieldText'
import { changesOf } from './changes'

interface Props {
  readonly resource: AnyResource
  readonly entry: Pick<ActivityEntry, 'changes'>
}

/** The changes of an entry: each field's value before and after. */
export function Changes({ resource, entry }: Props) {
  const changes = changesOf(resource, entry)
  if (changes.length === 0) return null
  return (
    <ul className="entry-changes">
      {changes.map(({ field, label, from, to }) => (
        <li key={field}>
          <span className="entry-field">{label}</span> <span className="sr-only">from </span>
          <del>{from ?? <NoValue />}</del> <span aria-hidden="true">→</span>
          <span className="sr-only"> to </span> <ins>{to ?? <NoValue />}</ins>
        </li>
      ))}
    </ul>
  )
}
