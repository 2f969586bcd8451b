import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type Ref } from 'react'
import { useEnvironment } from '../environment/Environment'
import './search.css'
import '../text/kbd.css'

export interface SearchInputProps {
  readonly label: string
  /** The current search text. */
  readonly value: string
  readonly maxLength?: number | undefined
  /** Called after 300 ms without typing, and immediately on Enter and Clear. */
  readonly onSearch: (text: string) => void
  /** Shortcut key that focuses the field, shown inside it. */
  readonly keys?: string | undefined
  readonly ref?: Ref<HTMLInputElement> | undefined
}

const debounceMs = 300

export function SearchInput({ label, value, maxLength, onSearch, keys, ref }: SearchInputProps) {
  const { later } = useEnvironment()
  const [typed, setTyped] = useState<string | null>(null)
  const [isSearched, setSearched] = useState(false)
  const onPause = useEffectEvent((text: string) => {
    setSearched(true)
    onSearch(text)
  })
  useEffect(() => {
    if (typed === null || isSearched) return undefined
    return later(debounceMs, () => onPause(typed))
  }, [typed, isSearched, later])
  const searchNow = (text: string) => {
    setTyped(null)
    onSearch(text)
  }
  // The search text is trimmed, but a trailing blank must stay visible to a user who types the next word.
  const isCurrent = typed !== null && (!isSearched || typed.trim() === value)
  const shown = isCurrent ? typed : value
  return (
    <form
      role="search"
      className="search"
      onSubmit={(event) => {
        event.preventDefault()
        searchNow(shown)
      }}
    >
      <Search className="search-mark" aria-hidden="true" />
      <input
        ref={ref}
        type="search"
        className="search-input"
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        value={shown}
        onChange={(event) => {
          setTyped(event.target.value)
          setSearched(false)
        }}
        onKeyDown={(event) => event.key === 'Escape' && shown !== '' && searchNow('')}
      />
      {shown === '' ? (
        keys && (
          <kbd className="kbd search-keys" aria-hidden="true">
            {keys}
          </kbd>
        )
      ) : (
        <button type="button" className="icon-button search-clear" aria-label="Clear search" onClick={() => searchNow('')}>
          <X aria-hidden="true" />
        </button>
      )}
    </form>
  )
}
