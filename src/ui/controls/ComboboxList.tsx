import { Combobox } from '@base-ui/react/combobox'
import { Check, Plus } from 'lucide-react'
import { cx } from '../environment/classes'
import type { ComboboxOption, SearchState } from './useSearch'
import '../overlay/popup.css'

interface ComboboxListProps {
  readonly found: SearchState
  readonly chosen: readonly string[]
  readonly portalTarget: HTMLElement | null
  readonly anchor: () => Element | null
}

/** The options below the field; announces their number, or why there are none. */
export function ComboboxList({ found, chosen, portalTarget, anchor }: ComboboxListProps) {
  const hasMatches = found.status === 'ready' && found.results.some(({ action }) => action === undefined)
  return (
    <Combobox.Portal container={portalTarget}>
      <Combobox.Positioner className="listbox-place" anchor={anchor} align="start" sideOffset={6} positionMethod="fixed">
        <Combobox.Popup className="popup listbox-popup">
          <Combobox.Status className={cx('listbox-status', hasMatches && 'sr-only')}>{statusWords(found)}</Combobox.Status>
          <Combobox.List className="listbox" aria-label="Matches" aria-busy={found.status === 'loading'}>
            {found.results.map((option) => (
              <Option key={option.id} option={option} isChosen={chosen.includes(option.id)} />
            ))}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}

function Option({ option, isChosen }: { readonly option: ComboboxOption; readonly isChosen: boolean }) {
  const { label, secondary, disabled, action } = option
  const beneath = disabled ?? secondary
  return (
    <Combobox.Item
      className="option"
      value={option}
      disabled={disabled !== undefined || isChosen}
      {...(isChosen && { 'aria-selected': true })}
    >
      <span className="option-label">
        {action && <Plus className="option-plus" aria-hidden="true" />}
        {label}
      </span>
      {beneath && <span className="option-secondary">{beneath}</span>}
      {isChosen ? (
        <Check className="option-mark" aria-hidden="true" />
      ) : (
        <Combobox.ItemIndicator className="option-mark">
          <Check aria-hidden="true" />
        </Combobox.ItemIndicator>
      )}
    </Combobox.Item>
  )
}

function statusWords({ status, results }: SearchState): string {
  if (status === 'failed') return 'Could not search. Type to try again.'
  if (status !== 'ready') return results.length === 0 ? 'Searching…' : ''
  const matches = results.filter(({ action }) => action === undefined).length
  if (matches === 0) return 'No match'
  return matches === 1 ? '1 match' : `${matches} matches`
}
