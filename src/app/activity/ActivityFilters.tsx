import { useState } from 'react'
import { actionGroups, parseActivityQuery, type ActivityQuery } from '../../contract/activity'
import { DAY_MS } from '../../contract/durations'
import { QUERY_MAX } from '../../contract/list'
import { users } from '../../contract/users'
import { ReferenceFilter } from '../../crud/list/ReferenceFilter'
import { Dates, type Ends } from '../../ui/controls/Dates'
import { SearchInput } from '../../ui/controls/SearchInput'
import { useEnvironment } from '../../ui/environment/Environment'
import { dialogOnDemand } from '../../ui/overlay/onDemand'
import { Popover } from '../../ui/overlay/Popover'
import { FilterButton, FilterSelect, Toolbar } from '../../ui/table/Toolbar'
import type { EntryAreas } from './entryAreas'

interface FiltersProps {
  readonly areas: EntryAreas
  readonly query: ActivityQuery
  readonly params: URLSearchParams
  /** `typing`: replaces the history entry. */
  readonly onChange: (params: URLSearchParams, how?: 'typing') => void
}

interface Props extends FiltersProps {
  /** The filters are in a drawer, behind one button. */
  readonly narrow: boolean
}

const FilterDrawer = dialogOnDemand(async () => (await import('../../ui/table/FilterDrawer')).FilterDrawer)

const spans = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
]
const actionOptions = Object.entries(actionGroups).map(([label, names]) => ({
  label,
  options: Object.entries(names).map(([value, name]) => ({ value, label: name })),
}))
/** The area filter of entries that concern no area's rows. */
export const sessionArea = { value: 'Session', label: 'Sign-ins and sessions' }

/** Filters of the activity: text, area, action, user and time. */
export function ActivityFilters({ narrow, ...props }: Props) {
  const { query, params, onChange } = props
  const [open, setOpen] = useState(false)
  const { area, action, actor, from, to, q } = query
  const on = [area !== null, action.length > 0, actor !== null, from !== null || to !== null].filter(Boolean).length
  return (
    <>
      <Toolbar>
        <SearchInput
          label="Search the activity"
          value={q ?? ''}
          maxLength={QUERY_MAX}
          onSearch={(text) => onChange(changed(params, { q: text.trim() }), 'typing')}
        />
        {narrow ? (
          <FilterButton count={on} onOpen={() => setOpen(true)}>
            Filters
          </FilterButton>
        ) : (
          <Filters {...props} />
        )}
      </Toolbar>
      {open && (
        <FilterDrawer narrowed={params.size > 0} onClear={() => onChange(new URLSearchParams())} onClose={() => setOpen(false)}>
          <Filters {...props} />
        </FilterDrawer>
      )}
    </>
  )
}

function Filters({ areas, query, params, onChange }: FiltersProps) {
  const { now } = useEnvironment()
  const set = (name: string) => (value: string) => onChange(changed(params, { [name]: value }))
  const { actor, action } = query
  const from = momentOf(query.from)
  const to = momentOf(query.to)
  const isSpan = ({ value }: { value: string }) =>
    from !== null && to === null && Math.abs(now() - from - Number(value) * DAY_MS) < DAY_MS / 2
  const span = spans.find(isSpan)?.value ?? ''
  const showSpan = (days: string) =>
    onChange(changed(params, { from: days === '' ? '' : textOf(now() - Number(days) * DAY_MS), to: '' }))
  const showDates = (ends: Ends) => {
    const next = changed(params, { from: textOf(ends.from), to: textOf(ends.to) })
    // Other parts of the address that cannot be read stay reported above the list.
    const isFaulty = parseActivityQuery(next).faults.some(({ parameter }) => parameter === 'from' || parameter === 'to')
    const isAccepted = (ends.from ?? -Infinity) < (ends.to ?? Infinity) && !isFaulty
    if (isAccepted) onChange(next)
    return isAccepted
  }
  const titles = [...areas].map(([value, { title }]) => ({ value, label: title }))
  return (
    <>
      <FilterSelect label="Area" value={query.area ?? ''} options={[...titles, sessionArea]} onChange={set('area')} />
      <FilterSelect
        label="What"
        value={action.length === 1 ? (action[0] ?? '') : ''}
        all={action.length > 1 ? `${action.length} chosen` : 'Any'}
        options={actionOptions}
        onChange={set('action')}
      />
      <ReferenceFilter
        title="Who"
        target={users}
        values={actor === null ? [] : [actor]}
        onChange={(values) => set('actor')(values.at(-1) ?? '')}
      />
      <FilterSelect label="When" value={span} options={spans} onChange={showSpan} />
      <Popover label="Dates" count={span === '' ? Number(from !== null) + Number(to !== null) : 0}>
        <Dates key={`${from} ${to}`} from={from} to={to} onShow={showDates} fault="“From” must be before “To”." />
      </Popover>
    </>
  )
}

/** The address with these values; an empty one removes its parameter. */
function changed(params: URLSearchParams, values: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(values))
    if (value === '') next.delete(name)
    else next.set(name, value)
  return next
}

function momentOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text)
}

/** Empty for an open end; an invalid moment becomes a text that no check accepts. */
function textOf(at: number | null): string {
  if (at === null) return ''
  return Number.isNaN(at) ? 'never' : new Date(at).toISOString()
}
