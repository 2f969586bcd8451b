import { namesOf } from './names'
import type { ManyRowsRun } from './useManyRows'

export interface WhichRowsProps extends Pick<ManyRowsRun, 'resource' | 'rows' | 'count' | 'isAll'> {
  /** Search and filters in words; empty when the list is not filtered. */
  readonly filterWords: string
}

/** For the confirmation of an action on many rows: names the first rows, and says in which list they were selected. */
export function WhichRows({ resource, rows, count, isAll, filterWords }: WhichRowsProps) {
  return (
    <>
      <p>{namesOf(resource, rows, count)}.</p>
      {filterWords !== '' && (
        <p>
          {isAll ? 'These are all rows of' : 'Selected from'} the list filtered by {filterWords}.
        </p>
      )}
      {isAll && filterWords === '' && <p>These are all {resource.nouns.many}.</p>}
    </>
  )
}
