import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useEnvironment } from '../environment/Environment'

export interface SearchState<T> {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly results: readonly T[]
}

export type Search<T> = (query: string, signal: AbortSignal) => Promise<readonly T[]>

/**
 * Debounces `query` by 150 ms and runs `search`, at once for the first query; a newer query cancels the older one. A null query does not
 * search.
 */
export function useSearch<T>(search: Search<T>, query: string | null): SearchState<T> {
  const { later } = useEnvironment()
  const [state, setState] = useState<SearchState<T>>({ status: 'idle', results: [] })
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
