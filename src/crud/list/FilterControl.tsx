import { FilterSelect } from '../../ui/table/Toolbar'
import type { AnyStandardArea, Filter } from '../model/declaration'
import { filterKind, valueWords } from './filters'
import { filtered, type ListAddress } from './address'
import { ReferenceFilter } from './ReferenceFilter'

export interface FilterControlProps extends Pick<ListAddress, 'query' | 'go'> {
  readonly area: AnyStandardArea
  readonly filter: Filter
}

/** Sets one filter: by a choice of words, or by a search for a row. */
export function FilterControl({ area, filter, query, go }: FilterControlProps) {
  const { target, choices } = filterKind(area.resource, filter)
  const values = query.filter[filter.name] ?? []
  const choose = (next: readonly string[]) => go(filtered(query, filter.name, next), 'push')
  if (target !== undefined) return <ReferenceFilter title={filter.title} target={target} values={values} onChange={choose} />
  return (
    <FilterSelect
      label={filter.title}
      value={values.length === 1 ? (values[0] ?? '') : ''}
      all={values.length > 1 ? `${values.length} chosen` : 'Any'}
      options={choices.map((value) => ({ value, label: valueWords(filter, value) }))}
      onChange={(value) => choose(value === '' ? [] : [value])}
    />
  )
}
