import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { useEnvironment, type KeyValueStore } from '../../ui/environment/Environment'
import { focusedRow, focusRow } from './rowFocus'

/** Where the user was in a list: how far down, and at which row. */
interface Place {
  readonly top: number
  readonly row: string | null
}

const KEY = 'places'
const MOST = 30

/**
 * Remembers the place in the list when it is left, and goes back to it when Back (or Forward) leads here again and the rows are there, which
 * may be later than the router restores how far down a page was.
 */
export function usePlace(list: RefObject<HTMLElement | null>, ready: boolean): void {
  const { tabStorage } = useEnvironment()
  const { key } = useLocation()
  const navigation = useNavigationType()
  const row = useRef<string | null>(null)
  // Null until the page is scrolled, by whomever. Never asked for: the browser would lay out a page that is half changed.
  const top = useRef<number | null>(null)
  const settled = useRef<string | null>(null)

  // Listens before the router restores how far down the page was.
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
      // What is there is not set again: the page would be laid out for it, here, before it is painted.
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
  store.set(KEY, JSON.stringify({ ...Object.fromEntries(Object.entries(others).slice(-MOST + 1)), [key]: place }))
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
