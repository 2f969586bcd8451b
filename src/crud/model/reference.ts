import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'
import { readOnce } from '../../api/readOnce'
import { firstRows, QUERY_MAX, type ListQuery } from '../../contract/list'
import type { ComboboxOption, Search } from '../../ui/controls/useSearch'
import { crudCalls, type AnyRow } from './crudCalls'
import type { AnyResource } from './declaration'
import { isMissing } from './problems'
import { typeaheadCall } from './typeahead'

/** Reads a page of a list from the server, once. */
export function readPage(dispatch: ApiDispatch, resource: AnyResource, query: ListQuery, signal?: AbortSignal) {
  return readOnce(dispatch(crudCalls(resource).list.initiate(query, { forceRefetch: true })), signal)
}

/** Maximum of rows in a picker; typing finds others. */
const OPTIONS_MAX = 20

/** Dispatches the thunks of RTK Query, whatever the store's state. */
export type ApiDispatch = ThunkDispatch<unknown, unknown, UnknownAction>

/** A row as a picker's option: its title, and a second fact. */
export function optionOf(resource: AnyResource, row: AnyRow): ComboboxOption {
  const other = resource.list.search.find((field) => field !== resource.title)
  const secondary: unknown = other === undefined ? undefined : row[other]
  return { id: row.id, label: nameOf(resource, row), secondary: typeof secondary === 'string' ? secondary : undefined }
}

/** A row's title. */
export function nameOf(resource: Pick<AnyResource, 'title'>, row: AnyRow): string {
  const name: unknown = row[resource.title]
  return typeof name === 'string' ? name : row.id
}

/**
 * Searches a resource's rows on the server, by its typeahead call if it has one. With `offer`, a filter, it uses the list call, because
 * only that can filter.
 */
export function useReferenceSearch(resource: AnyResource, offer: Readonly<Record<string, readonly string[]>> = {}): Search {
  const dispatch = useDispatch<ApiDispatch>()
  return async (text, signal) => {
    const q = text.trim().slice(0, QUERY_MAX)
    const find = typeaheadCall(resource)
    if (find !== null && q !== '' && Object.keys(offer).length === 0) return readOnce(dispatch(find(q, OPTIONS_MAX)), signal)
    const query = firstRows(resource, OPTIONS_MAX, { q, filter: offer })
    const page = await readPage(dispatch, resource, query, signal)
    return page.result.map((row) => optionOf(resource, row))
  }
}

/** The option of a row known only by its id; null until its title has loaded. */
export function useReferenceOption(resource: AnyResource, id: string | null): ComboboxOption | null {
  const { currentData, error } = crudCalls(resource).getReferenced.useQuery(id ?? '', { skip: id === null })
  if (currentData !== undefined) return optionOf(resource, currentData)
  return id !== null && isMissing(error) ? { id, label: deletedName(resource) } : null
}

/** The title of a row known only by its id; an ellipsis until it has loaded, and a word for a deleted one. */
export function useReferenceName(resource: AnyResource, id: string): string {
  const { currentData, error } = crudCalls(resource).getReferenced.useQuery(id)
  if (currentData !== undefined) return nameOf(resource, currentData)
  return isMissing(error) ? deletedName(resource) : '…'
}

/** Stands for the title of a row that no longer exists. */
export function deletedName({ nouns }: Pick<AnyResource, 'nouns'>): string {
  return `deleted ${nouns.one}`
}
