import { Combobox } from '@base-ui/react/combobox'
import { ChevronDown, X } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { ComboboxList } from './ComboboxList'
import type { ControlProps } from '../form/Field'
import { useSearch, type ComboboxOption, type Search } from './useSearch'
import './combobox.css'

export interface ComboboxInputProps {
  readonly control: Pick<ControlProps, 'id'> & Partial<ControlProps>
  readonly search: Search
  readonly value: ComboboxOption | null
  /** Ids of the other selected options, ticked in the list. */
  readonly chosen?: readonly string[] | undefined
  readonly onPick: (option: ComboboxOption | null) => void
  readonly placeholder: string
  /** A button beside the selected option. */
  readonly aside?: ReactNode | undefined
}

/** A search field on Base UI's combobox: arrow keys move, Enter selects, Escape closes, leaving it keeps the value. */
export function ComboboxInput({ control, search, value, chosen = [], onPick, placeholder, aside }: ComboboxInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  // Portal target: the list has to render inside the topmost dialog or popover, which covers everything outside.
  const [portalTarget, setPortalTarget] = useState<HTMLElement | null>(null)
  const [isHighlighted, setHighlighted] = useState(false)
  const open = portalTarget !== null
  const found = useSearch(search, open ? (typed ?? '') : null)

  const show = () => setPortalTarget(portalTargetOf(input.current))
  const close = () => {
    setPortalTarget(null)
    setTyped(null)
  }
  const clear = () => {
    input.current?.focus()
    onPick(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open || (event.key !== 'Escape' && (event.key !== 'Enter' || isHighlighted))) return
    // Keeps the key from closing the surrounding dialog or submitting the form.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') close()
  }

  return (
    <Combobox.Root<ComboboxOption>
      items={found.results}
      filter={null}
      value={value}
      isItemEqualToValue={(one, other) => one.id === other.id}
      itemToStringLabel={({ label }) => label}
      itemToStringValue={({ id }) => id}
      inputValue={typed ?? value?.label ?? ''}
      onInputValueChange={(text, { reason }) => {
        if (reason !== 'input-change') return
        setTyped(text)
        // Base UI opens for new text only, not when the text is deleted.
        show()
      }}
      open={open}
      onOpenChange={(opens) => (opens ? show() : close())}
      onItemHighlighted={(option) => setHighlighted(option !== undefined)}
      onValueChange={(option, details) => {
        // Deleting the text starts a new search; only the Clear button clears the value.
        if (option === null) {
          details.cancel()
          details.allowPropagation()
        } else if (option.action !== undefined) {
          details.cancel()
          close()
          option.action(typed ?? '')
        } else onPick(option)
      }}
    >
      <Combobox.Input
        {...control}
        // The text is the option's label, not the form's value.
        name={undefined}
        ref={input}
        className="input"
        placeholder={placeholder}
        // What is typed next replaces the selected option's label.
        onClick={({ currentTarget }) => typed === null && currentTarget.select()}
        onKeyDown={(event) => {
          onKeyDown(event)
          if (event.defaultPrevented) event.preventBaseUIHandler()
        }}
      />
      {value !== null && aside}
      {value !== null && (
        <button type="button" className="icon-button icon-button-lg" aria-label="Clear" data-tip="Clear" onClick={clear}>
          <X aria-hidden="true" />
        </button>
      )}
      <ChevronDown className="combobox-mark" aria-hidden="true" />
      <ComboboxList
        found={found}
        chosen={chosen}
        portalTarget={portalTarget}
        anchor={() => input.current?.closest('.control') ?? null}
      />
    </Combobox.Root>
  )
}

function portalTargetOf(input: HTMLElement | null): HTMLElement {
  return input?.closest<HTMLElement>('dialog, [popover]') ?? document.body
}
