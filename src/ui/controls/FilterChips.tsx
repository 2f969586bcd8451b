import { X } from 'lucide-react'
import { useFocusHandover } from '../environment/useFocusHandover'
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

/** The active filters in words, each with a remove button; without any, the focus goes to the list's search. */
export function FilterChips(props: FilterChipsProps) {
  return props.chips.length === 0 ? null : <Chips {...props} />
}

function Chips({ chips, onRemove, onClear }: FilterChipsProps) {
  const frame = useFocusHandover('[type="search"]')
  return (
    <div ref={frame} className="chips">
      <ul className="chips-list" aria-label="Filters">
        {chips.map(({ id, label, value }) => (
          <li key={id} className="chip">
            <span className="chip-label">{label}:</span> {value}
            <button
              type="button"
              className="icon-button"
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

/** Moves the focus from a removed chip to the next one, otherwise to the previous one. */
function focusBeside(leaving: HTMLElement): void {
  const all = [...(leaving.closest('ul')?.querySelectorAll('button') ?? [])]
  const at = all.findIndex((button) => button === leaving)
  const next = all[at + 1] ?? all[at - 1]
  next?.focus()
}
