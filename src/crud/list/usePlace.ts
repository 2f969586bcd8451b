import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { isRecord, parsedJson } from '../../api/json'
import { useEnvironment, type KeyValueStore } from '../../ui/environment/Environment'
import { focusedRow, focusRow } from './rowFocus'

/** A position in a list: the scroll offset and the focused row. */
interface Place {
  readonly top: number
  readonly row: string | null
}

const KEY = 'places'
const PLACES_MAX = 30

/**
 * Stores the position in a list on leaving, and restores it when Back (or Forward) returns and the rows have loaded, which may be after the
 * router's own scroll restoration.
 */
export function usePlace(list: RefObject<HTMLElement | null>, ready: boolean): void {
  const { tabStorage } = useEnvironment()
  const { key } = useLocation()
  const navigation = useNavigationType()
  const row = useRef<string | null>(null)
  // Null until something scrolls. Never read from the DOM at other times: that would force a layout of a half-updated page.
  const top = useRef<number | null>(null)
  const settled = useRef<string | null>(null)

  // Registered before the router restores the scroll position.
  useLayoutEffect(() => {
    const onFocus = () => {
      row.current = focusedRow() ?? row.current
    }
    const onScroll = () => {
      top.current = Math.max(...scrollers(list.current).map(({ scrollTop }) => scrollTop))
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('scroll', onScroll, { passive: true, capture: true })
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('scroll', onScroll, true)
    }
  }, [list])

  useLayoutEffect(() => () => storePlace(tabStorage, key, { top: top.current ?? 0, row: row.current }), [key, tabStorage])

  useLayoutEffect(() => {
    if (!ready || settled.current === key) return
    const place = navigation === 'POP' ? readPlaces(tabStorage)[key] : undefined
    // Skips an equal offset: setting it would force a layout before the paint. Without a place, the router scrolls the page, but no frame.
    if (place?.top !== top.current) {
      for (const each of scrollers(list.current).slice(place === undefined ? 1 : 0)) each.scrollTop = place?.top ?? 0
    }
    if (place !== undefined && place.row !== null) focusRow(list.current, place.row, false)
    // Another query's row may have taken over the element with the focus.
    row.current = focusedRow() ?? place?.row ?? null
    settled.current = key
  }, [ready, navigation, key, list, tabStorage])
}

/** The page, and the frame of a table whose columns do not fit. One of the two scrolls: the other has nothing to scroll. */
function scrollers(list: Element | null): Element[] {
  return [document.scrollingElement ?? document.documentElement, ...(list?.querySelectorAll('[data-wide]') ?? [])]
}

function storePlace(store: KeyValueStore, key: string, place: Place): void {
  const { [key]: _replaced, ...others } = readPlaces(store)
  store.set(KEY, JSON.stringify({ ...Object.fromEntries(Object.entries(others).slice(-PLACES_MAX + 1)), [key]: place }))
}

function readPlaces(store: KeyValueStore): Record<string, Place> {
  const stored = Object.entries(parsedJson(store.get(KEY)) ?? {})
  return Object.fromEntries(stored.filter((entry): entry is [string, Place] => isPlace(entry[1])))
}

function isPlace(value: unknown): value is Place {
  return isRecord(value) && typeof value['top'] === 'number' && (value['row'] === null || typeof value['row'] === 'string')
}
