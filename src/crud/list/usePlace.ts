import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
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
  // Null until the page scrolls. Never read from the DOM: that would force a layout of a half-updated page.
  const top = useRef<number | null>(null)
  const settled = useRef<string | null>(null)

  // Registered before the router restores the scroll position.
  useLayoutEffect(() => {
    const onFocus = () => {
      row.current = focusedRow() ?? row.current
    }
    const onScroll = () => {
      top.current = page().scrollTop
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('scroll', onScroll)
    }
  }, [])

  useLayoutEffect(() => () => keepPlace(tabStorage, key, { top: top.current ?? 0, row: row.current }), [key, tabStorage])

  useLayoutEffect(() => {
    if (!ready || settled.current === key) return
    const place = navigation === 'POP' ? readPlaces(tabStorage)[key] : undefined
    if (place !== undefined) {
      // Skips an equal offset: setting it would force a layout before the paint.
      if (place.top !== top.current) page().scrollTop = place.top
      if (place.row !== null) focusRow(list.current, place.row, false)
      row.current = place.row
    }
    settled.current = key
  }, [ready, navigation, key, list, tabStorage])
}

function page(): Element {
  return document.scrollingElement ?? document.documentElement
}

function keepPlace(store: KeyValueStore, key: string, place: Place): void {
  const { [key]: _replaced, ...others } = readPlaces(store)
  store.set(KEY, JSON.stringify({ ...Object.fromEntries(Object.entries(others).slice(-PLACES_MAX + 1)), [key]: place }))
}

function readPlaces(store: KeyValueStore): Record<string, Place> {
  try {
    const stored: unknown = JSON.parse(store.get(KEY) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, Place] => isPlace(entry[1])))
  } catch {
    return {}
  }
}

function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null || !('top' in value) || !('row' in value)) return false
  return typeof value.top === 'number' && (value.row === null || typeof value.row === 'string')
}
