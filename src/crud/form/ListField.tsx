import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Button, IconButton } from '../../ui/controls/Button'
import { controlProps, FieldNotes } from '../../ui/form/Field'
import { useFieldState } from '../../ui/form/formState'
import type { Values } from './values'

interface ListFieldProps {
  /** Path of the list in the form. */
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  /** Initial values of a new entry. */
  readonly blank: Values
  /** Label of one entry: "Common name". */
  readonly entryLabel: string
  /** Name of an entry by its values; null: its label and number. */
  readonly entryName?: ((entry: unknown) => string | null) | undefined
  /** Layout of the entries: one line or one block each. */
  readonly look?: 'lines' | 'blocks' | undefined
  /** Renders an entry's inputs, by the entry's path. */
  readonly children: (path: string) => ReactNode
}

/** A list of objects: the user appends, moves and removes entries; its value is an array. */
export function ListField(props: ListFieldProps) {
  const { name, label, hint, blank, entryLabel, entryName, look = 'lines', children } = props
  const state = useFieldState(name)
  const { id, value, setValue } = state
  const error = state.inside ? null : state.error
  const titleId = useId()
  const entries: readonly unknown[] = Array.isArray(value) ? value : []
  const { list, focusLater } = useEntryFocus()
  const nameOf = (at: number) => entryName?.(entries[at]) ?? `${entryLabel} ${at + 1}`

  const add = () => {
    setValue([...entries, blank])
    focusLater(entries.length, 'input')
  }
  const move = (from: number, to: number, tool: 'up' | 'down') => {
    const next = entries.toSpliced(from, 1)
    setValue(next.toSpliced(to, 0, entries[from]))
    focusLater(to, tool)
  }
  const remove = (at: number) => {
    setValue(entries.toSpliced(at, 1))
    focusLater(Math.min(at, entries.length - 2), 'remove')
  }

  return (
    <div
      ref={list}
      role="group"
      aria-labelledby={titleId}
      aria-describedby={controlProps({ name, label, hint }, { ...state, error })['aria-describedby']}
      className="list-field field-wide"
      data-look={look}
      // A group has no `aria-invalid`.
      data-invalid={error !== null || undefined}
      tabIndex={error === null ? undefined : -1}
    >
      <p id={titleId} className="field-label">
        {label}
      </p>
      {entries.map((_entry, at) => (
        // An entry's index is its only key.
        <div key={at} role="group" aria-label={nameOf(at)} className="list-entry" data-entry={at}>
          <div className="list-entry-fields">{children(`${name}[${at}]`)}</div>
          <EntryTools
            name={nameOf(at)}
            first={at === 0}
            last={at === entries.length - 1}
            onUp={() => move(at, at - 1, 'up')}
            onDown={() => move(at, at + 1, 'down')}
            onRemove={() => remove(at)}
          />
        </div>
      ))}
      <FieldNotes id={id} error={error} hint={hint} />
      <div>
        <Button size="sm" icon={Plus} data-tool="add" onClick={add}>
          Add {entryLabel.toLowerCase()}
        </Button>
      </div>
    </div>
  )
}

interface EntryToolsProps {
  readonly name: string
  readonly first: boolean
  readonly last: boolean
  readonly onUp: () => void
  readonly onDown: () => void
  readonly onRemove: () => void
}

function EntryTools({ name, first, last, onUp, onDown, onRemove }: EntryToolsProps) {
  return (
    <div className="list-entry-tools">
      <IconButton icon={ArrowUp} label={`Move ${name} up`} data-tool="up" disabled={first} onClick={onUp} />
      <IconButton icon={ArrowDown} label={`Move ${name} down`} data-tool="down" disabled={last} onClick={onDown} />
      <IconButton icon={X} label={`Remove ${name}`} data-tool="remove" onClick={onRemove} />
    </div>
  )
}

type Tool = 'input' | 'up' | 'down' | 'remove'

/** Moves the focus along with the entry that the user acted on, after the list has re-rendered. */
function useEntryFocus() {
  const list = useRef<HTMLDivElement>(null)
  const pending = useRef<{ readonly at: number; readonly tool: Tool } | null>(null)
  useEffect(() => {
    if (pending.current === null) return
    const { at, tool } = pending.current
    pending.current = null
    const entry = list.current?.querySelector(`:scope > [data-entry="${at}"]`)
    const control = entry?.querySelector<HTMLElement>(tool === 'input' ? 'input, select, textarea' : `[data-tool="${tool}"]`)
    const enabled = control?.matches(':disabled') === true ? entry?.querySelector<HTMLElement>('[data-tool]:enabled') : control
    const target = enabled ?? list.current?.querySelector<HTMLElement>(':scope > div > [data-tool="add"]')
    target?.focus()
  })
  return { list, focusLater: (at: number, tool: Tool) => void (pending.current = { at, tool }) }
}
