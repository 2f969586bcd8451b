import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { readOnce } from '../../api/readOnce'
import { crudCalls } from '../../crud/model/crudCalls'
import type { AnyStandardArea } from '../../crud/model/declaration'
import { optionOf, type ApiDispatch } from '../../crud/model/reference'
import type { ComboboxOption } from '../../ui/controls/ComboboxList'
import { useEnvironment } from '../../ui/environment/Environment'

/** Rows of an area. */
interface Found {
  readonly area: AnyStandardArea
  readonly options: readonly ComboboxOption[]
}

export interface FoundState {
  /** In the areas' order, without empty ones. */
  readonly found: readonly Found[]
  readonly searching: boolean
  /** The rows were found for an earlier text. */
  readonly isStale: boolean
  /** Titles of the areas whose search failed. */
  readonly failed: readonly string[]
}

/** Maximum of rows per area. */
const ROWS_SHOWN = 5
/** Minimum of characters for a search. */
const ENOUGH = 2
/** Debounce of typing, in milliseconds. */
const REST_MS = 200

const nothing: FoundState = { found: [], searching: false, isStale: false, failed: [] }

/** Debounces the text, then searches all areas in parallel, each by its list call; a new text aborts the earlier calls. */
export function useFound(areas: readonly AnyStandardArea[], typed: string): FoundState {
  const { later } = useEnvironment()
  const dispatch = useDispatch<ApiDispatch>()
  const [state, setState] = useState(nothing)
  const text = typed.trim()

  useEffect(() => {
    if (text.length < ENOUGH || areas.length === 0) {
      setState(nothing)
      return undefined
    }
    let stop = () => undefined as void
    setState((before) => ({ ...before, searching: true, isStale: true }))
    const wait = later(REST_MS, () => {
      stop = searchAll(dispatch, areas, text, setState)
    })
    return () => {
      wait()
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
  show: (state: FoundState) => void,
): () => void {
  let current = true
  let open = areas.length
  const answers = new Map<AnyStandardArea, readonly ComboboxOption[] | null>()
  const leaving = new AbortController()
  for (const area of areas) {
    const { resource } = area
    const query = { page: 1, pageSize: ROWS_SHOWN, sort: resource.list.defaultSort, q, filter: {} }
    const answer = (options: readonly ComboboxOption[] | null) => {
      if (!current) return
      answers.set(area, options)
      open -= 1
      show({ ...summary(areas, answers), searching: open > 0, isStale: false })
    }
    readOnce(dispatch(crudCalls(resource).list.initiate(query, { forceRefetch: true })), leaving.signal).then(
      ({ result }) => answer(result.map((row) => optionOf(resource, row))),
      () => answer(null),
    )
  }
  return () => {
    current = false
    leaving.abort()
  }
}

function summary(areas: readonly AnyStandardArea[], answers: ReadonlyMap<AnyStandardArea, readonly ComboboxOption[] | null>) {
  return {
    found: areas.flatMap((area) => {
      const options = answers.get(area) ?? []
      return options.length === 0 ? [] : [{ area, options }]
    }),
    failed: areas.filter((area) => answers.get(area) === null).map(({ title }) => title),
  }
}
