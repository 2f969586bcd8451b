import { ListFilter } from 'lucide-react'
import { memo, useState, type ReactNode, type RefObject } from 'react'
import type { ListQuery } from '../../contract/list'
import { Button } from '../../ui/controls/Button'
import { FilterChips } from '../../ui/controls/FilterChips'
import { dialogOnDemand } from '../../ui/overlay/onDemand'
import { SearchInput } from '../../ui/controls/SearchInput'
import { Toolbar } from '../../ui/table/Toolbar'
import type { AnyStandardArea, Filter } from '../model/declaration'
import { FilterControl } from './FilterControl'
import { filterKind } from './filters'
import { cleared, filtered, searched } from './query'
import type { ListAddress } from './useListAddress'

interface FilterBarProps extends Pick<ListAddress, 'query' | 'go'> {
  readonly area: AnyStandardArea
  readonly searchRef: RefObject<HTMLInputElement | null>
  readonly name: (filter: Filter, value: string) => string
  /** How wide the list is, in rem; 0 where its rows are cards. */
  readonly room: number
  /** At the other end; on cards, with the filters. */
  readonly end: ReactNode
}

const FilterDrawer = dialogOnDemand(async () => (await import('./FilterDrawer')).FilterDrawer)

/** Rem of the search at the least, of what stands at the other end and of the button behind which the other filters are. */
const AROUND = 9.5 + 13 + 6

/** Search, and the declared filters in one row: those that it has no room for are behind a button. What is on stands below as chips. */
export const FilterBar = memo(function FilterBar({ area, query, go, searchRef, name, room, end }: FilterBarProps) {
  const [open, setOpen] = useState(false)
  const { nouns } = area.resource
  const chips = area.filters.flatMap((filter) =>
    (query.filter[filter.name] ?? []).map((value) => ({
      id: JSON.stringify([filter.name, value]),
      label: filter.title,
      value: name(filter, value),
    })),
  )
  const searchChip = query.q === '' ? [] : [{ id: SEARCH_CHIP, label: 'Search', value: query.q }]
  const cards = room === 0
  const inline = filtersWithin(area, room - AROUND)
  const others = area.filters.filter((filter) => !inline.includes(filter))
  const on = others.filter((filter) => filter.name in query.filter).length
  return (
    <>
      <Toolbar end={!cards && end}>
        <SearchInput
          ref={searchRef}
          label={`Search ${nouns.many}`}
          keys="/"
          value={query.q}
          onSearch={(text) => text.trim() !== query.q && go(searched(query, text), 'replace')}
        />
        {inline.map((filter) => (
          <FilterControl key={filter.name} area={area} filter={filter} query={query} go={go} />
        ))}
        {(cards || others.length > 0) && (
          <Button icon={ListFilter} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {cards ? 'Filters' : 'More'}
            {!cards && (
              <>
                {' '}
                <span className="sr-only">filters</span>
              </>
            )}
            {on > 0 && ` (${on})`}
          </Button>
        )}
      </Toolbar>
      {open && (
        <FilterDrawer area={area} filters={others} query={query} go={go} onClose={() => setOpen(false)}>
          {cards && end}
        </FilterDrawer>
      )}
      <FilterChips
        chips={[...searchChip, ...chips]}
        onRemove={(id) => go(without(query, id), 'push')}
        onClear={() => go(cleared(query), 'push')}
      />
    </>
  )
})

const SEARCH_CHIP = 'search'

function without(query: ListQuery, id: string): ListQuery {
  if (id === SEARCH_CHIP) return searched(query, '')
  const [name, value] = JSON.parse(id) as [string, string]
  return filtered(
    query,
    name,
    (query.filter[name] ?? []).filter((other) => other !== value),
  )
}

/** The filters that have a control in a row of this many rem. */
function filtersWithin(area: AnyStandardArea, row: number): readonly Filter[] {
  let left = row
  return area.filters.filter((filter) => filter.quiet !== true && (left -= widthOf(area, filter)) >= 0)
}

/** About how wide a filter's control is, in rem. */
function widthOf(area: AnyStandardArea, filter: Filter): number {
  return filter.title.length / 2 + (filterKind(area.resource, filter).target === undefined ? 4.5 : 2.75)
}
