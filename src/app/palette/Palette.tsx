import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { enumerated } from '../../crud/model/words'
import { Dialog } from '../../ui/overlay/Dialog'
import type { Entry, EntryGroup } from './entries'
import { useEntries, type EntryActions } from './useEntries'
import type { RowSearchState } from './useRowSearch'
import '../../ui/text/kbd.css'
import './palette.css'

/** Finds everything by name: places, new rows, the screen's actions, and rows. Arrow keys move, Enter runs. */
export function Palette(props: EntryActions) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  // Not its index: rows of slower areas appear above it.
  const [marked, setMarked] = useState<string | null>(null)
  const { groups, rows } = useEntries(typed, props)
  const entries = groups.flatMap((group) => group.entries)
  const at = Math.max(
    0,
    entries.findIndex(({ id }) => id === marked),
  )
  const current = entries[at]
  const optionId = (entry: Entry | undefined) => (entry === undefined ? undefined : `${listId}-${entries.indexOf(entry)}`)

  const onKeyDown = (event: KeyboardEvent) => {
    const last = entries.length - 1
    const mark = (place: number) => setMarked(entries[place]?.id ?? null)
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => mark(at >= last ? 0 : at + 1),
      ArrowUp: () => mark(at <= 0 ? last : at - 1),
      PageDown: () => mark(Math.min(last, at + 8)),
      PageUp: () => mark(Math.max(0, at - 8)),
      Enter: () => current?.run(),
    }
    const act = moves[event.key]
    if (act === undefined || event.nativeEvent.isComposing) return
    event.preventDefault()
    act()
  }

  return (
    <Dialog title="Search and commands" size="md" onClose={props.onClose}>
      <div className="palette">
        <input
          type="text"
          role="combobox"
          className="palette-input"
          aria-label="Search everything"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={optionId(current)}
          placeholder="Search names, pages and commands"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setMarked(null)
          }}
          onKeyDown={onKeyDown}
        />
        <p role="status" className="palette-status">
          {statusOf(rows, entries.length)}
        </p>
        <div id={listId} role="listbox" aria-label="Results" className="palette-list" aria-busy={rows.searching}>
          {groups.map((group) => (
            <Group key={group.title} group={group} current={current} optionId={optionId} />
          ))}
        </div>
      </div>
    </Dialog>
  )
}

function statusOf({ searching, failed }: RowSearchState, count: number): string {
  if (searching) return 'Searching…'
  if (failed.length > 0) return `${enumerated(failed)} could not be searched.`
  return count === 0 ? 'No results' : ''
}

interface GroupProps {
  readonly group: EntryGroup
  readonly current: Entry | undefined
  readonly optionId: (entry: Entry) => string | undefined
}

function Group({ group: { title, entries }, current, optionId }: GroupProps) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <div id={id} className="palette-title">
        {title}
      </div>
      {entries.map((entry) => (
        <Option key={entry.id} id={optionId(entry)} entry={entry} active={entry === current} />
      ))}
    </div>
  )
}

interface OptionProps {
  readonly id: string | undefined
  readonly entry: Entry
  readonly active: boolean
}

function Option({ id, entry: { label, secondary, icon: Mark, keys, run }, active }: OptionProps) {
  const element = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <button
      ref={element}
      type="button"
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className="palette-option"
      onClick={run}
    >
      <Mark className="palette-icon" />
      <span className="palette-label">{label}</span>
      {secondary !== undefined && <span className="palette-secondary">{secondary}</span>}
      {keys !== undefined && <kbd className="kbd">{keys}</kbd>}
    </button>
  )
}
