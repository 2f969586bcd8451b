import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useEnvironment } from '../environment/Environment'

export interface ComboboxOption {
  readonly id: string
  readonly label: string
  /** Distinguishes options with the same label: an EUI, a scientific name. */
  readonly secondary?: string | undefined
  /** Why the option is listed but cannot be selected. */
  readonly disabled?: string | undefined
  /** Makes the entry an action instead of an option: “Create …”. Takes the typed text, which may be newer than the listed answer. */
  readonly action?: ((typed: string) => void) | undefined
}

export interface SearchState {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly results: readonly ComboboxOption[]
}

export type Search = (query: string, signal: AbortSignal) => Promise<readonly ComboboxOption[]>

/**
 * Debounces `query` by 150 ms and runs `search`, at once for the first query; a newer query cancels the older one. A null query does not
 * search.
 */
export function useSearch(search: Search, query: string | null): SearchState {
  const { later } = useEnvironment()
  const [state, setState] = useState<SearchState>({ status: 'idle', results: [] })
  const run = useEffectEvent(search)
  const open = useRef(false)
  useEffect(() => {
    if (query === null) {
      open.current = false
      setState({ status: 'idle', results: [] })
      return undefined
    }
    const controller = new AbortController()
    setState((before) => ({ status: 'loading', results: before.results }))
    const stop = later(open.current ? 150 : 0, () => {
      run(query, controller.signal).then(
        (results) => !controller.signal.aborted && setState({ status: 'ready', results }),
        () => !controller.signal.aborted && setState({ status: 'failed', results: [] }),
      )
    })
    open.current = true
    return () => {
      stop()
      controller.abort()
    }
  }, [query, later])
  return state
}
