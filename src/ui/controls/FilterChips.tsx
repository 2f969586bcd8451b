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

/** The active filters in words, each with a remove button. */
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

/** Moves the focus from a removed chip to the next one, otherwise to the previous one, otherwise to the list's search. */
function focusBeside(leaving: HTMLElement): void {
  const all = [...(leaving.closest('ul')?.querySelectorAll('button') ?? [])]
  const at = all.findIndex((button) => button === leaving)
  const search = leaving.closest('main')?.querySelector<HTMLElement>('[type="search"]')
  ;(all[at + 1] ?? all[at - 1] ?? search)?.focus()
}
