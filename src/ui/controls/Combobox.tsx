import { Combobox } from '@base-ui/react/combobox'
import { ChevronDown, X } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { ComboboxList, type ComboboxOption } from './ComboboxList'
import type { ControlProps } from '../form/Field'
import { useSearch, type Search } from './useSearch'
import './combobox.css'

export interface ComboboxInputProps {
  readonly control: ControlProps
  readonly search: Search<ComboboxOption>
  readonly value: ComboboxOption | null
  /** What else is chosen already: ticked in the list. */
  readonly chosen?: readonly string[] | undefined
  readonly onPick: (option: ComboboxOption | null) => void
  readonly placeholder?: string | undefined
  /** A button that belongs to what is picked. */
  readonly aside?: ReactNode | undefined
}

/** A field that finds what is typed on the server: Base UI's combobox. Arrows walk, Enter picks, Escape closes, leaving it keeps the value. */
export function ComboboxInput({ control, search, value, chosen = [], onPick, placeholder, aside }: ComboboxInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  // The list is drawn within the window or panel that is on top, which covers whatever lies outside of it.
  const [ground, setGround] = useState<HTMLElement | null>(null)
  const [isLit, setLit] = useState(false)
  const open = ground !== null
  const found = useSearch(search, open ? (typed ?? '') : null)

  const close = () => {
    setGround(null)
    setTyped(null)
  }
  const clear = () => {
    input.current?.focus()
    onPick(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open || (event.key !== 'Escape' && (event.key !== 'Enter' || isLit))) return
    // Neither closes the window around it, nor sends the form.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') close()
  }

  return (
    <Combobox.Root<ComboboxOption>
      items={found.found}
      filter={null}
      value={value}
      isItemEqualToValue={(one, other) => one.id === other.id}
      itemToStringLabel={({ label }) => label}
      itemToStringValue={({ id }) => id}
      inputValue={typed ?? value?.label ?? ''}
      onInputValueChange={(text, { reason }) => reason === 'input-change' && setTyped(text)}
      open={open}
      onOpenChange={(opens) => (opens ? setGround(groundOf(input.current)) : close())}
      onItemHighlighted={(option) => setLit(option !== undefined)}
      onValueChange={(option, details) => {
        // Text that was deleted is a new search: what empties the field is its button.
        if (option === null) {
          details.cancel()
          details.allowPropagation()
        } else if (option.action !== undefined) {
          details.cancel()
          close()
          option.action()
        } else onPick(option)
      }}
      disabled={control.disabled ?? false}
    >
      <Combobox.Input
        {...control}
        // Its text is a label, not the field's value.
        name={undefined}
        ref={input}
        className="input"
        placeholder={placeholder ?? 'Search…'}
        onKeyDown={(event) => {
          onKeyDown(event)
          if (event.defaultPrevented) event.preventBaseUIHandler()
        }}
      />
      {value !== null && aside}
      {value !== null && (
        <button
          type="button"
          className="control-button"
          aria-label="Clear"
          data-tip="Clear"
          disabled={control.disabled}
          onClick={clear}
        >
          <X aria-hidden="true" />
        </button>
      )}
      <ChevronDown className="combobox-mark" aria-hidden="true" />
      <ComboboxList found={found} chosen={chosen} ground={ground} anchor={() => input.current?.closest('.control') ?? null} />
    </Combobox.Root>
  )
}

function groundOf(input: HTMLElement | null): HTMLElement {
  return input?.closest<HTMLElement>('dialog, [popover]') ?? document.body
}
