import { X } from 'lucide-react'
import { Button } from './Button'
import './filter.css'

interface FilterChip {
  readonly id: string
  readonly label: string
  readonly value: string
}

export interface FilterChipsProps {
  readonly chips: readonly FilterChip[]
  readonly onRemove: (id: string) => void
  readonly onClear: () => void
}

/** The filters that are on, in words; each can be taken off. */
export function FilterChips({ chips, onRemove, onClear }: FilterChipsProps) {
  if (chips.length === 0) return null
  return (
    <div className="chips">
      <ul className="chips-list" aria-label="Filters">
        {chips.map(({ id, label, value }) => (
          <li key={id} className="chip">
            <span className="chip-label">{label}:</span> {value}
            <button
              type="button"
              aria-label={`Remove filter ${label}: ${value}`}
              onClick={({ currentTarget }) => {
                focusBeside(currentTarget)
                onRemove(id)
              }}
            >
              <X aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <Button variant="ghost" size="sm" onClick={onClear}>
        Clear filters
      </Button>
    </div>
  )
}

/** A chip takes its button with it: the focus goes to the next one, else to the one before, else to the search of the same list. */
function focusBeside(leaving: HTMLElement): void {
  const all = [...(leaving.closest('ul')?.querySelectorAll('button') ?? [])]
  const at = all.findIndex((button) => button === leaving)
  const search = leaving.closest('main')?.querySelector<HTMLElement>('[type="search"]')
  ;(all[at + 1] ?? all[at - 1] ?? search)?.focus()
}
