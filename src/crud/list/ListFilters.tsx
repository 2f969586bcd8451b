import type { ReactNode } from 'react'
import { FilterDrawer } from '../../ui/table/FilterDrawer'
import { FilterSelect } from '../../ui/table/Toolbar'
import type { AnyStandardArea, Filter } from '../model/declaration'
import { FilterControl } from './FilterControl'
import { cleared, directionOf, isNarrowed, type ListAddress } from './address'

interface ListFiltersProps extends Pick<ListAddress, 'query' | 'go'> {
  readonly area: AnyStandardArea
  readonly filters: readonly Filter[]
  readonly onClose: () => void
  /** Whether rows are cards. */
  readonly cards: boolean
  /** Rendered after the filters. */
  readonly children: ReactNode
}

/** The drawer with the filters that do not fit into the bar. */
export function ListFilters({ area, filters, query, go, cards, onClose, children }: ListFiltersProps) {
  return (
    <FilterDrawer narrowed={isNarrowed(query)} onClear={() => go(cleared(query), 'push')} onClose={onClose}>
      {filters.map((filter) => (
        <FilterControl key={filter.name} area={area} filter={filter} query={query} go={go} />
      ))}
      {cards && <SortControl area={area} query={query} go={go} />}
      {children}
    </FilterDrawer>
  )
}

/** Sorts a list of cards, which have no headers to click. */
function SortControl({ area, query, go }: Pick<ListFiltersProps, 'area' | 'query' | 'go'>) {
  const sortable = area.columns.filter(({ key }) => area.resource.list.sort.includes(key))
  const current = sortable.find(({ key }) => directionOf(query, key) !== null)
  const value = current === undefined ? '' : (query.sort.split(',')[0] ?? '')
  return (
    <FilterSelect
      label="Sort by"
      all="Default"
      value={value}
      options={sortable.flatMap(({ key, title }) => [
        { value: key, label: title },
        { value: `-${key}`, label: `${title}, descending` },
      ])}
      onChange={(sort) => go({ ...query, sort: sort === '' ? area.resource.list.defaultSort : sort, page: 1 }, 'push')}
    />
  )
}
