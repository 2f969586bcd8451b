import { users } from '../../contract/users'
import { ReferenceFilter } from '../../crud/list/ReferenceFilter'
import type { Areas } from '../../crud/model/registry'
import { SearchInput } from '../../ui/controls/SearchInput'
import { Button } from '../../ui/controls/Button'
import { useEnvironment } from '../../ui/environment/Environment'
import { FilterSelect, Toolbar } from '../../ui/table/Toolbar'

interface Props {
  readonly areas: Areas
  readonly params: URLSearchParams
  /** `typing`: replaces the history entry. */
  readonly onChange: (params: URLSearchParams, how?: 'typing') => void
}

const DAY_MS = 86_400_000
const spans = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
]
const deeds = [
  { value: 'created', label: 'Created' },
  { value: 'updated', label: 'Changed' },
  { value: 'deleted', label: 'Deleted' },
  { value: 'restored', label: 'Restored' },
  { value: 'signed_in', label: 'Signed in' },
  { value: 'sign_in_failed', label: 'Failed to sign in' },
]

/** Filters of the activity: area, action, user and start. */
export function ActivityFilters({ areas, params, onChange }: Props) {
  const { now } = useEnvironment()
  const set = (name: string, value: string, how?: 'typing') => {
    const next = new URLSearchParams(params)
    if (value === '') next.delete(name)
    else next.set(name, value)
    onChange(next, how)
  }
  const actor = params.get('actor')
  const since = Date.parse(params.get('from') ?? '')
  const span = spans.find(({ value }) => Math.abs(now() - since - Number(value) * DAY_MS) < DAY_MS / 2)?.value ?? ''
  const titles = [...areas].map(([value, { title }]) => ({ value, label: title }))
  return (
    <Toolbar
      end={
        params.size > 0 && (
          <Button variant="ghost" onClick={() => onChange(new URLSearchParams())}>
            Clear filters
          </Button>
        )
      }
    >
      <SearchInput label="Search the activity" value={params.get('q') ?? ''} onSearch={(q) => set('q', q.trim(), 'typing')} />
      <FilterSelect
        label="Area"
        value={params.get('area') ?? ''}
        options={[...titles, { value: 'Session', label: 'Sign-ins and sessions' }]}
        onChange={(value) => set('area', value)}
      />
      <FilterSelect label="What" value={params.get('action') ?? ''} options={deeds} onChange={(value) => set('action', value)} />
      <ReferenceFilter
        title="Who"
        target={users}
        values={actor === null ? [] : [actor]}
        onChange={(values) => set('actor', values.at(-1) ?? '')}
      />
      <FilterSelect
        label="When"
        value={span}
        options={spans}
        onChange={(days) => set('from', days === '' ? '' : new Date(now() - Number(days) * DAY_MS).toISOString())}
      />
    </Toolbar>
  )
}
