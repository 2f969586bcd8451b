import { Pencil, Star, Trash2 } from 'lucide-react'
import { useRef, useState, type MouseEvent, type Ref } from 'react'
import { Button, IconButton } from '../../ui/controls/Button'
import { VIEW_PARAM, WHOLE_VIEW } from '../model/paths'
import type { SavedView } from './preferences'
import { writeAddress } from './address'
import type { ViewOptionsProps } from './useListPreferences'
import './options.css'

/** Addresses of this list saved under names; one of them can be the default view. */
export function ViewsPanel({ area, query, open, preferences, change }: ViewOptionsProps) {
  const { views, defaultView, pageSize } = preferences
  const [renaming, setRenaming] = useState<string | null>(null)
  const newName = useRef<HTMLInputElement>(null)
  const current = writeAddress(area.resource, { ...query, page: 1 }, pageSize)
  const goTo = (search: string) => (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    open(search === '' && defaultView !== null ? `${VIEW_PARAM}=${WHOLE_VIEW}` : search)
  }
  const save = (name: string) =>
    change(({ views }) => ({ views: [...views.filter((view) => view.name !== name), { name, search: current }] }))
  // The focused control disappears, and the focus with it, unless it moves first.
  const remove = (name: string) => {
    newName.current?.focus()
    change(({ views }) => ({ views: views.filter((view) => view.name !== name) }))
  }
  const rename = (from: string, to: string) => {
    newName.current?.focus()
    setRenaming(null)
    change(({ views, defaultView }) => ({
      views: views
        .filter(({ name }) => name === from || name !== to)
        .map((view) => (view.name === from ? { ...view, name: to } : view)),
      ...(defaultView === from && { defaultView: to }),
    }))
  }
  return (
    <div className="list-panel">
      <ul className="list-panel-rows" aria-label="Views">
        <li>
          <ViewLink name={`All ${area.resource.nouns.many}`} current={current === ''} onClick={goTo('')} />
        </li>
        {views.map((view) => (
          <li key={view.name}>
            {renaming === view.name ? (
              <NameForm
                label={`New name of ${view.name}`}
                action="Rename"
                start={view.name}
                inputRef={focus}
                existingNames={views.map(({ name }) => name).filter((name) => name !== view.name)}
                onName={(name) => rename(view.name, name)}
              />
            ) : (
              <>
                <ViewLink name={view.name} current={current === view.search} onClick={goTo(view.search)} />
                <ViewButtons
                  view={view}
                  begins={defaultView === view.name}
                  onBegin={(begins) => change({ defaultView: begins ? view.name : null })}
                  onRename={() => setRenaming(view.name)}
                  onRemove={() => remove(view.name)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      <NameForm
        label="Save the current view as"
        action="Save"
        start=""
        inputRef={newName}
        existingNames={views.map(({ name }) => name)}
        onName={save}
      />
    </div>
  )
}

function focus(input: HTMLInputElement | null): void {
  input?.focus()
}

interface ViewLinkProps {
  readonly name: string
  readonly current: boolean
  readonly onClick: (event: MouseEvent<HTMLElement>) => void
}

function ViewLink({ name, current, onClick }: ViewLinkProps) {
  return (
    <button type="button" className="list-view" aria-current={current || undefined} onClick={onClick}>
      {name}
    </button>
  )
}

interface ViewButtonsProps {
  readonly view: SavedView
  readonly begins: boolean
  readonly onBegin: (begins: boolean) => void
  readonly onRename: () => void
  readonly onRemove: () => void
}

function ViewButtons({ view: { name }, begins, onBegin, onRename, onRemove }: ViewButtonsProps) {
  return (
    <span className="list-panel-end">
      <IconButton
        label={`Open this list with ${name}`}
        icon={Star}
        aria-pressed={begins}
        className={begins ? 'list-view-begins' : undefined}
        onClick={() => onBegin(!begins)}
      />
      <IconButton label={`Rename ${name}`} icon={Pencil} onClick={onRename} />
      <IconButton label={`Delete view ${name}`} icon={Trash2} onClick={onRemove} />
    </span>
  )
}

/** Maximum length of a view's name, in characters. */
const LONGEST = 40

interface NameFormProps {
  readonly label: string
  readonly action: string
  readonly start: string
  /** Existing names; a view saved under one of them replaces it. */
  readonly existingNames: readonly string[]
  readonly inputRef: Ref<HTMLInputElement>
  readonly onName: (name: string) => void
}

function NameForm({ label, action, start, existingNames, inputRef, onName }: NameFormProps) {
  const [typed, setTyped] = useState(start)
  const name = typed.trim()
  return (
    <form
      className="list-view-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (name === '') return
        // From the button, which is disabled without a name.
        event.currentTarget.querySelector('input')?.focus()
        setTyped(start)
        onName(name)
      }}
    >
      <label>
        <span>{label}</span>
        <input ref={inputRef} maxLength={LONGEST} value={typed} onChange={(event) => setTyped(event.target.value)} />
      </label>
      <Button type="submit" size="sm" disabled={name === ''}>
        {existingNames.includes(name) ? 'Replace' : action}
      </Button>
    </form>
  )
}
