import { actionNames, type ActivityEntry, type ActivityQuery } from '../../contract/activity'
import { users } from '../../contract/users'
import { crudCalls } from '../../crud/model/crudCalls'
import { FilterChips } from '../../ui/controls/FilterChips'
import { useZone } from '../../ui/text/Time'
import { shortWords } from '../../ui/text/timeWords'
import { sessionArea } from './ActivityFilters'
import type { EntryAreas } from './entryAreas'

interface Props {
  readonly areas: EntryAreas
  readonly query: ActivityQuery
  readonly entries: readonly ActivityEntry[]
  readonly params: URLSearchParams
  readonly onChange: (params: URLSearchParams) => void
}

/** The active filters of the activity in words, each with a remove button. */
export function ActivityChips({ areas, query, entries, params, onChange }: Props) {
  const zone = useZone()
  const { area, rowId, actor, action, requestId, from, to, q } = query
  const { currentData: who } = crudCalls(users).get.useQuery(actor ?? '', { skip: actor === null })
  const moment = (at: string) => shortWords(Date.parse(at), zone)
  const chip = (id: string, label: string, value: string | null, words: (value: string) => string) =>
    value === null ? [] : [{ id, label, value: words(value) }]
  const chips = [
    ...chip('q', 'Search', q, String),
    ...chip('area', 'Area', area, (name) => areas.get(name)?.title ?? (name === sessionArea.value ? sessionArea.label : name)),
    ...chip('rowId', 'Row', rowId, (id) => entries.find((entry) => entry.rowId === id)?.title ?? id),
    ...chip('requestId', 'Request', requestId, String),
    ...action.flatMap((one) => chip(actionId(one), 'What', one, (name) => actionNames[name as keyof typeof actionNames])),
    ...chip('actor', 'Who', actor, () => who?.fullname ?? '…'),
    ...chip('from', 'From', from, moment),
    ...chip('to', 'To', to, moment),
  ]
  const remove = (id: string) =>
    onChange(new URLSearchParams([...params].filter(([name, value]) => id !== (name === 'action' ? actionId(value) : name))))
  return <FilterChips chips={chips} onRemove={remove} onClear={() => onChange(new URLSearchParams())} />
}

/** One of several actions, each of which can be removed alone. */
function actionId(action: string): string {
  return `action ${action}`
}
