import { Check, ChevronDown, Plus, X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from '../environment/classes'
import type { ControlProps } from '../form/Field'
import { useSearch, type Search, type SearchState } from './useSearch'
import './combobox.css'
import '../overlay/popup.css'

export interface ComboboxOption {
  readonly id: string
  readonly label: string
  /** Tells namesakes apart: an EUI, a scientific name. */
  readonly secondary?: string | undefined
  /** Shown, but cannot be picked; the words say why. */
  readonly disabled?: string | undefined
  /** It is no match but something to do, and picks nothing: “Create …”. */
  readonly action?: (() => void) | undefined
}

export interface ComboboxInputProps {
  readonly control: ControlProps
  readonly search: Search<ComboboxOption>
  readonly value: ComboboxOption | null
  readonly onPick: (option: ComboboxOption | null) => void
  readonly placeholder?: string | undefined
  /** A button that belongs to what is picked. */
  readonly aside?: ReactNode | undefined
}

/** The editable combobox of the ARIA patterns, its list in the top layer; arrows move, Enter picks, Escape closes, leaving keeps the value. */
export function ComboboxInput({ control, search, value, onPick, placeholder, aside }: ComboboxInputProps) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const found = useSearch(search, open ? (typed ?? '') : null)
  const active = open ? found.found[at] : undefined

  const close = () => {
    setOpen(false)
    setTyped(null)
  }
  const show = (text: string | null = null) => {
    setTyped(text)
    setAt(0)
    setOpen(true)
  }
  const pick = (option: ComboboxOption | null) => {
    if (option?.disabled !== undefined) return
    close()
    input.current?.focus()
    if (option?.action === undefined) onPick(option)
    else option.action()
  }
  const move = (to: number) => (open ? setAt(Math.max(0, Math.min(to, found.found.length - 1))) : show())
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      PageDown: () => move(at + 8),
      PageUp: () => move(at - 8),
      ...(open ? { Escape: close, Enter: () => active && pick(active) } : {}),
    }
    const act = moves[event.key]
    if (act === undefined) return
    event.preventDefault()
    if (event.key === 'Escape') event.stopPropagation()
    act()
  }

  return (
    <>
      <input
        {...control}
        // Its text is a label, not the field's value.
        name={undefined}
        ref={input}
        type="text"
        role="combobox"
        className="input"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder ?? 'Search…'}
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active ? `${listId}-${at}` : undefined}
        value={typed ?? value?.label ?? ''}
        onChange={(event) => show(event.target.value)}
        onClick={() => !open && show()}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {value !== null && aside}
      {value !== null && (
        <button
          type="button"
          className="control-button"
          aria-label="Clear"
          data-tip="Clear"
          disabled={control.disabled}
          onClick={() => pick(null)}
        >
          <X aria-hidden="true" />
        </button>
      )}
      <ChevronDown className="combobox-mark" aria-hidden="true" />
      <ComboboxList
        id={listId}
        open={open}
        found={found}
        at={at}
        picked={value?.id ?? null}
        anchor={input}
        onPick={pick}
        onAt={setAt}
      />
    </>
  )
}

interface ComboboxListProps {
  readonly id: string
  readonly open: boolean
  readonly found: SearchState<ComboboxOption>
  readonly at: number
  readonly picked: string | null
  readonly anchor: { readonly current: HTMLElement | null }
  readonly onPick: (option: ComboboxOption) => void
  readonly onAt: (at: number) => void
}

function ComboboxList({ id, open, found, at, picked, anchor, onPick, onAt }: ComboboxListProps) {
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = popup.current
    if (!open || element === null || anchor.current === null) return undefined
    // As wide as the whole control, its buttons included.
    element.showPopover({ source: anchor.current.closest<HTMLElement>('.control') ?? anchor.current })
    return () => element.hidePopover()
  }, [open, anchor])
  useEffect(() => {
    popup.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [at])

  return (
    <div ref={popup} popover="manual" className="popup listbox-popup">
      <p
        role="status"
        className={cx(
          'listbox-status',
          found.status === 'ready' && found.found.some(({ action }) => action === undefined) && 'sr-only',
        )}
      >
        {open ? statusWords(found) : ''}
      </p>
      <div
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label="Matches"
        className="listbox"
        aria-busy={found.status === 'loading'}
        // The pointer must not take the focus from the input: that would close the list before the click.
        onMouseDown={(event) => event.preventDefault()}
      >
        {found.found.map((option, index) => (
          <div
            key={option.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            className="option"
            aria-selected={option.id === picked}
            aria-disabled={option.disabled !== undefined}
            data-active={index === at || undefined}
            onMouseMove={() => onAt(index)}
            onClick={() => onPick(option)}
          >
            <span className="option-label">
              {option.action && <Plus className="option-plus" aria-hidden="true" />}
              {option.label}
            </span>
            {(option.disabled ?? option.secondary) && (
              <span className="option-secondary">{option.disabled ?? option.secondary}</span>
            )}
            {option.id === picked && <Check className="option-mark" aria-hidden="true" />}
          </div>
        ))}
      </div>
    </div>
  )
}

function statusWords({ status, found }: SearchState<ComboboxOption>): string {
  if (status === 'failed') return 'Could not search. Type to try again.'
  if (status !== 'ready') return found.length === 0 ? 'Searching…' : ''
  const matches = found.filter(({ action }) => action === undefined).length
  if (matches === 0) return 'No match'
  return matches === 1 ? '1 match' : `${matches} matches`
}
