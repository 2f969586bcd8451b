import { ListFilter } from 'lucide-react'
import { useState, type ReactNode, type RefObject } from 'react'
import type { ListQuery } from '../../contract/list'
import { Button } from '../../ui/Button'
import { FilterChips } from '../../ui/FilterChips'
import { dialogOnDemand } from '../../ui/onDemand'
import { SearchInput } from '../../ui/SearchInput'
import { FilterSelect, Toolbar } from '../../ui/Toolbar'
import type { AnyStandardArea, Filter } from '../declaration'
import { filterKind, valueWords } from './filters'
import { directionOf, cleared, filtered, isNarrowed, searched, sorted } from './query'
import { ReferenceFilter } from './ReferenceFilter'
import type { ListAddress } from './useListAddress'

interface FilterBarProps extends Pick<ListAddress, 'query' | 'go'> {
  readonly area: AnyStandardArea
  readonly searchRef: RefObject<HTMLInputElement | null>
  readonly name: (filter: Filter, value: string) => string
  /** At the other end. */
  readonly end: ReactNode
}

const FilterDrawer = dialogOnDemand(async () => (await import('./FilterDrawer')).FilterDrawer)

/** Search and one control per declared filter; what is on stands below as chips. */
export function FilterBar({ area, query, go, searchRef, name, end }: FilterBarProps) {
  const [open, setOpen] = useState(false)
  const { nouns } = area.resource
  const on = Object.entries(query.filter)
  const chips = area.filters.flatMap((filter) =>
    (query.filter[filter.name] ?? []).map((value) => ({
      id: JSON.stringify([filter.name, value]),
      label: filter.title,
      value: name(filter, value),
    })),
  )
  const searchChip = query.q === '' ? [] : [{ id: SEARCH_CHIP, label: 'Search', value: query.q }]
  const controls = (
    <>
      {area.filters
        .filter(({ quiet }) => quiet !== true)
        .map((filter) => (
          <FilterControl key={filter.name} area={area} filter={filter} query={query} go={go} />
        ))}
      <SortControl area={area} query={query} go={go} />
    </>
  )
  return (
    <>
      <Toolbar end={end}>
        <SearchInput
          ref={searchRef}
          label={`Search ${nouns.many}`}
          keys="/"
          value={query.q}
          onSearch={(text) => text.trim() !== query.q && go(searched(query, text), 'replace')}
        />
        <Button className="list-filters-toggle" icon={ListFilter} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Filters{on.length > 0 && ` (${on.length})`}
        </Button>
        <div className="list-filters">{controls}</div>
      </Toolbar>
      {open && (
        <FilterDrawer narrowed={isNarrowed(query)} onClear={() => go(cleared(query), 'push')} onClose={() => setOpen(false)}>
          {controls}
        </FilterDrawer>
      )}
      <FilterChips
        chips={[...searchChip, ...chips]}
        onRemove={(id) => go(without(query, id), 'push')}
        onClear={() => go(cleared(query), 'push')}
      />
    </>
  )
}

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

interface FilterControlProps extends Pick<ListAddress, 'query' | 'go'> {
  readonly area: AnyStandardArea
  readonly filter: Filter
}

function FilterControl({ area, filter, query, go }: FilterControlProps) {
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

/** Cards have no headers to sort by. */
function SortControl({ area, query, go }: Omit<FilterControlProps, 'filter'>) {
  const sortable = area.columns.filter(({ key }) => area.resource.list.sort.includes(key))
  const current = sortable.find(({ key }) => directionOf(query, key) !== null)
  return (
    <div className="list-sort">
      <FilterSelect
        label="Sort by"
        all="Default"
        value={current?.key ?? ''}
        options={sortable.map(({ key, title }) => ({ value: key, label: title }))}
        onChange={(key) =>
          go(key === '' ? { ...query, sort: area.resource.list.defaultSort } : sorted({ ...query, sort: '' }, key), 'push')
        }
      />
    </div>
  )
}
