import { parsedJson } from '../../api/json'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../../contract/list'
import type { AnyRow } from '../model/crudCalls'
import type { Column } from '../model/declaration'
import { fitting } from './fitting'

/** An address of the list, saved under a name: `?state=offline&sort=-lastSeenAt`. */
export interface SavedView {
  readonly name: string
  readonly search: string
}

/** A user's preferences for an area's list. */
export interface ListPreferences {
  /** Keys of the columns in the user's order; unnamed ones follow in the area's order. */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  readonly density: 'comfortable' | 'compact'
  /** Rows per page when the address has no page size. */
  readonly pageSize: number
  readonly views: readonly SavedView[]
  /** Name of the default view. */
  readonly defaultView: string | null
}

export const defaultPreferences: ListPreferences = {
  order: [],
  hidden: [],
  density: 'comfortable',
  pageSize: PAGE_SIZE,
  views: [],
  defaultView: null,
}

/** The storage key of a user's preferences for an area's list. */
export function preferencesKey(owner: string, slug: string): string {
  return `list:${owner}:${slug}`
}

/** The query string of the default view; null without one. */
export function startSearch({ views, defaultView }: ListPreferences): string | null {
  return views.find(({ name }) => name === defaultView)?.search ?? null
}

/** Parses stored preferences part by part; an invalid part gets its default. */
export function readPreferences(text: string | null): ListPreferences {
  const stored = Object(parsedJson(text)) as Readonly<Record<string, unknown>>
  const { density, pageSize, defaultView } = stored
  const views = Array.isArray(stored['views']) ? stored['views'].filter(isView) : []
  return {
    order: words(stored['order']),
    hidden: words(stored['hidden']),
    density: density === 'compact' ? 'compact' : 'comfortable',
    pageSize: isPageSize(pageSize) ? pageSize : PAGE_SIZE,
    views,
    defaultView: views.find(({ name }) => name === defaultView)?.name ?? null,
  }
}

/** Whether the user chose the columns, which then do not depend on the width. */
export function hasChosenColumns({ order, hidden }: ListPreferences): boolean {
  return order.length > 0 || hidden.length > 0
}

/** Whether columns, density or page size differ from the defaults; saved views do not count. */
export function differsFromDefaults(preferences: ListPreferences): boolean {
  const { density, pageSize } = preferences
  return hasChosenColumns(preferences) || density !== defaultPreferences.density || pageSize !== defaultPreferences.pageSize
}

/** All columns in the user's order. The first one holds the row's title and link, and stays first. */
export function orderedColumns(columns: readonly Column<AnyRow>[], { order }: Pick<ListPreferences, 'order'>) {
  const [first, ...others] = columns
  const place = ({ key }: Column<AnyRow>) => (order.includes(key) ? order.indexOf(key) : order.length + others.length)
  return first === undefined ? [] : [first, ...others.toSorted((one, other) => place(one) - place(other))]
}

/** The visible columns in a list of `room` rem, or on cards (0). Columns chosen by the user are visible at any width. */
export function shownColumns(
  columns: readonly Column<AnyRow>[],
  preferences: ListPreferences,
  room: number,
): readonly Column<AnyRow>[] {
  if (!hasChosenColumns(preferences)) return fitting(columns, room)
  return orderedColumns(columns, preferences).filter(({ key }, at) => at === 0 || !preferences.hidden.includes(key))
}

/** The order after moving a column by one; no column moves before the first. */
export function moved(keys: readonly string[], key: string, by: 1 | -1): readonly string[] {
  const from = keys.indexOf(key)
  const to = from + by
  if (from < 1 || to < 1 || to >= keys.length) return keys
  const others = keys.filter((other) => other !== key)
  return [...others.slice(0, to), key, ...others.slice(to)]
}

function words(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((word): word is string => typeof word === 'string') : []
}

function isPageSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= PAGE_SIZE_MAX
}

function isView(value: unknown): value is SavedView {
  const { name, search } = Object(value) as Readonly<Record<string, unknown>>
  return typeof name === 'string' && name !== '' && typeof search === 'string'
}
