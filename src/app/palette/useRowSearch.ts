import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { firstRows, QUERY_MAX } from '../../contract/list'
import type { AnyStandardArea } from '../../crud/model/declaration'
import { optionOf, readPage, type ApiDispatch } from '../../crud/model/reference'
import type { ComboboxOption } from '../../ui/controls/useSearch'
import { useEnvironment } from '../../ui/environment/Environment'

/** Rows of an area. */
interface AreaRows {
  readonly area: AnyStandardArea
  readonly options: readonly ComboboxOption[]
}

export interface RowSearchState {
  /** In the areas' order, without empty ones. */
  readonly found: readonly AreaRows[]
  readonly searching: boolean
  /** The rows were found for an earlier text. */
  readonly isStale: boolean
  /** Titles of the areas whose search failed. */
  readonly failed: readonly string[]
}

/** Maximum of rows per area. */
const ROWS_SHOWN = 5
/** Minimum of characters for a search. */
const TEXT_MIN = 2
/** Debounce of typing, in milliseconds. */
const DEBOUNCE_MS = 200

const nothing: RowSearchState = { found: [], searching: false, isStale: false, failed: [] }

/** Debounces the text, then searches all areas in parallel, each by its list call; a new text aborts the earlier calls. */
export function useRowSearch(areas: readonly AnyStandardArea[], typed: string): RowSearchState {
  const { later } = useEnvironment()
  const dispatch = useDispatch<ApiDispatch>()
  const [state, setState] = useState(nothing)
  const text = typed.trim().slice(0, QUERY_MAX)

  useEffect(() => {
    if (text.length < TEXT_MIN || areas.length === 0) {
      setState(nothing)
      return undefined
    }
    let stop = () => undefined as void
    setState((before) => ({ ...before, searching: true, isStale: true }))
    const cancelWait = later(DEBOUNCE_MS, () => {
      stop = searchAll(dispatch, areas, text, setState)
    })
    return () => {
      cancelWait()
      stop()
    }
  }, [areas, text, later, dispatch])
  return state
}

/** Calls back with all results whenever an area has answered; the returned function cancels it. */
function searchAll(
  dispatch: ApiDispatch,
  areas: readonly AnyStandardArea[],
  q: string,
  show: (state: RowSearchState) => void,
): () => void {
  let current = true
  let open = areas.length
  const answers = new Map<AnyStandardArea, readonly ComboboxOption[] | null>()
  const leaving = new AbortController()
  for (const area of areas) {
    const { resource } = area
    const query = firstRows(resource, ROWS_SHOWN, { q })
    const answer = (options: readonly ComboboxOption[] | null) => {
      if (!current) return
      answers.set(area, options)
      open -= 1
      show({ ...summaryOf(areas, answers), searching: open > 0, isStale: false })
    }
    readPage(dispatch, resource, query, leaving.signal).then(
      ({ result }) => answer(result.map((row) => optionOf(resource, row))),
      () => answer(null),
    )
  }
  return () => {
    current = false
    leaving.abort()
  }
}

function summaryOf(areas: readonly AnyStandardArea[], answers: ReadonlyMap<AnyStandardArea, readonly ComboboxOption[] | null>) {
  return {
    found: areas.flatMap((area) => {
      const options = answers.get(area) ?? []
      return options.length === 0 ? [] : [{ area, options }]
    }),
    failed: areas.filter((area) => answers.get(area) === null).map(({ title }) => title),
  }
}
