import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/Button'
import { Dialog } from '../../ui/overlay/Dialog'
import { FilterSelect } from '../../ui/table/Toolbar'
import type { AnyStandardArea, Filter } from '../model/declaration'
import { FilterControl } from './FilterControl'
import { cleared, directionOf, isNarrowed, sorted } from './query'
import type { ListAddress } from './useListAddress'

interface FilterDrawerProps extends Pick<ListAddress, 'query' | 'go'> {
  readonly area: AnyStandardArea
  readonly filters: readonly Filter[]
  readonly onClose: () => void
  /** On cards: the bar's `end`. */
  readonly children: ReactNode
}

/** The filters that do not fit into the bar. A choice applies at once, because the list stays visible behind. */
export function FilterDrawer({ area, filters, query, go, onClose, children }: FilterDrawerProps) {
  return (
    <Dialog
      open
      look="drawer"
      title="Filters"
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" disabled={!isNarrowed(query)} onClick={() => go(cleared(query), 'push')}>
            Clear filters
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="list-drawer">
        {filters.map((filter) => (
          <FilterControl key={filter.name} area={area} filter={filter} query={query} go={go} />
        ))}
        {children !== false && <SortControl area={area} query={query} go={go} />}
        {children}
      </div>
    </Dialog>
  )
}

/** Sorts a list of cards, which have no headers to click. */
function SortControl({ area, query, go }: Pick<FilterDrawerProps, 'area' | 'query' | 'go'>) {
  const sortable = area.columns.filter(({ key }) => area.resource.list.sort.includes(key))
  const current = sortable.find(({ key }) => directionOf(query, key) !== null)
  return (
    <FilterSelect
      label="Sort by"
      all="Default"
      value={current?.key ?? ''}
      options={sortable.map(({ key, title }) => ({ value: key, label: title }))}
      onChange={(key) =>
        go(key === '' ? { ...query, sort: area.resource.list.defaultSort } : sorted({ ...query, sort: '' }, key), 'push')
      }
    />
  )
}
