import { memo, useState, type ReactNode, type RefObject } from 'react'
import { QUERY_MAX, type ListQuery } from '../../contract/list'
import { FilterChips } from '../../ui/controls/FilterChips'
import { dialogOnDemand } from '../../ui/overlay/onDemand'
import { SearchInput } from '../../ui/controls/SearchInput'
import { FilterButton, Toolbar } from '../../ui/table/Toolbar'
import type { AnyStandardArea, Filter } from '../model/declaration'
import { FilterControl } from './FilterControl'
import { filterKind, hasControl } from './filters'
import { cleared, filtered, searched, type ListAddress } from './address'

interface FilterBarProps extends Pick<ListAddress, 'query' | 'go'> {
  readonly area: AnyStandardArea
  readonly searchRef: RefObject<HTMLInputElement | null>
  /** A filter's value in words. */
  readonly name: (filter: Filter, value: string) => string
  /** Width of the list in rem; 0 when rows are cards. */
  readonly room: number
  /** Rendered at the end of the bar; on cards, in the drawer with the filters. */
  readonly end: ReactNode
}

const ListFilters = dialogOnDemand(async () => (await import('./ListFilters')).ListFilters)

/** Rem for all but the filters: the minimum width of the search, `end`, and the button that opens the other filters. */
const FIXED_WIDTH = 9.5 + 13 + 6

/** Search and filters in one row; filters that do not fit are behind a button. Active ones appear below as chips. */
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
  const inline = filtersWithin(area, room - FIXED_WIDTH)
  const others = area.filters.filter((filter) => !inline.includes(filter) && hasControl(area.resource, filter))
  const activeCount = others.filter((filter) => filter.name in query.filter).length
  return (
    <>
      <Toolbar end={!cards && end}>
        <SearchInput
          ref={searchRef}
          label={`Search ${nouns.many}`}
          keys="/"
          value={query.q}
          maxLength={QUERY_MAX}
          onSearch={(text) => text.trim() !== query.q && go(searched(query, text), 'replace')}
        />
        {inline.map((filter) => (
          <FilterControl key={filter.name} area={area} filter={filter} query={query} go={go} />
        ))}
        {(cards || others.length > 0) && (
          <FilterButton count={activeCount} onOpen={() => setOpen(true)}>
            {cards ? (
              'Filters'
            ) : (
              <>
                More <span className="sr-only">filters</span>
              </>
            )}
          </FilterButton>
        )}
      </Toolbar>
      {open && (
        <ListFilters area={area} filters={others} query={query} go={go} cards={cards} onClose={() => setOpen(false)}>
          {cards && end}
        </ListFilters>
      )}
      <FilterChips
        chips={[...searchChip, ...chips]}
        onRemove={(id) => go(withoutChip(query, id), 'push')}
        onClear={() => go(cleared(query), 'push')}
      />
    </>
  )
})

const SEARCH_CHIP = 'search'

/** The query after the removal of a chip, by the chip's id. */
function withoutChip(query: ListQuery, id: string): ListQuery {
  if (id === SEARCH_CHIP) return searched(query, '')
  const [name, value] = JSON.parse(id) as [string, string]
  return filtered(
    query,
    name,
    (query.filter[name] ?? []).filter((other) => other !== value),
  )
}

/** The filters whose controls fit into a row of this many rem. */
function filtersWithin(area: AnyStandardArea, row: number): readonly Filter[] {
  let room = row
  return area.filters.filter((filter) => filter.quiet !== true && (room -= widthOf(area, filter)) >= 0)
}

/** Approximate width of a filter's control in rem. */
function widthOf(area: AnyStandardArea, filter: Filter): number {
  return filter.title.length / 2 + (filterKind(area.resource, filter).target === undefined ? 4.5 : 2.75)
}
