import { ArrowDown, ArrowUp } from 'lucide-react'
import { Button, IconButton } from '../../ui/controls/Button'
import { Checkbox } from '../../ui/controls/Checkbox'
import { Choice } from '../../ui/controls/Choice'
import {
  differsFromDefaults,
  hasChosenColumns,
  moved,
  orderedColumns,
  defaultPreferences,
  type ListPreferences,
} from './preferences'
import type { ViewOptionsProps } from './useListPreferences'
import './options.css'

const densities = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const

/** Sets the table's columns, their order and its density; stored per user and area. */
export function ColumnsPanel({ area, shown, preferences, change, query, go }: ViewOptionsProps) {
  const { density } = preferences
  const columns = orderedColumns(area.columns, preferences)
  const keys = columns.map(({ key }) => key)
  // The user's first choice stores the columns that are hidden for lack of room as hidden ones.
  const hiddenKeys = keys.filter((key) => !shown.some((column) => column.key === key))
  const hiddenBy = (now: ListPreferences) => (hasChosenColumns(now) ? now.hidden : hiddenKeys)
  const show = (key: string, on: boolean) =>
    change((now) => ({
      order: orderedColumns(area.columns, now).map((column) => column.key),
      hidden: [...hiddenBy(now).filter((other) => other !== key), ...(on ? [] : [key])],
    }))
  const move = (key: string, by: 1 | -1) => change((now) => ({ order: moved(keys, key, by), hidden: hiddenBy(now) }))
  const reset = () => {
    const { order, hidden, density, pageSize } = defaultPreferences
    change({ order, hidden, density, pageSize })
    go({ ...query, page: 1, pageSize }, 'replace')
  }
  return (
    <div className="list-panel">
      <ul className="list-panel-rows" aria-label="Columns">
        {columns.map(({ key, title }, at) => (
          <li key={key}>
            <Checkbox label={title} checked={!hiddenKeys.includes(key)} disabled={at === 0} onChange={(on) => show(key, on)} />
            {at > 0 && (
              <span className="list-panel-end">
                <IconButton label={`Move ${title} up`} icon={ArrowUp} aria-disabled={at === 1} onClick={() => move(key, -1)} />
                <IconButton
                  label={`Move ${title} down`}
                  icon={ArrowDown}
                  aria-disabled={at === columns.length - 1}
                  onClick={() => move(key, 1)}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      <Choice legend="Row density" value={density} options={densities} onChange={(density) => change({ density })} />
      <div className="list-panel-foot">
        <Button size="sm" variant="ghost" aria-disabled={!differsFromDefaults(preferences)} onClick={reset}>
          Reset
        </Button>
      </div>
    </div>
  )
}
