import { resultIn } from '../../api/request'
import { api, type Tag } from '../../api/api'
import type { ComboboxOption } from '../../ui/controls/useSearch'
import type { AnyResource } from './declaration'

/** Arguments of a typeahead call. */
interface TypeaheadQuery {
  readonly area: Tag
  readonly path: string
  /** The field that holds the rows' title. */
  readonly title: string
  readonly q: string
  readonly limit: number
}

const typeaheadApi = api.injectEndpoints({
  endpoints: (build) => ({
    findRows: build.query<readonly ComboboxOption[], TypeaheadQuery>({
      query: ({ path, title, q, limit }) => ({
        url: path,
        params: new URLSearchParams({ q, limit: String(limit) }),
        read(body) {
          const rows = resultIn(body)
          return Array.isArray(rows) ? rows.map((row: Readonly<Record<string, unknown>>) => optionOf(row, title)) : null
        },
      }),
      providesTags: (_rows, _error, { area }) => [{ type: area, id: 'LIST' }],
    }),
  }),
})

/** Rows by any of their names, for a screen. `path`: the resource's typeahead call. */
export const { useFindRowsQuery } = typeaheadApi

/** The call that finds rows by any of their names, the best match first; null when the resource has none. */
export function typeaheadCall({ name: area, typeaheadPath: path, title }: Pick<AnyResource, 'name' | 'typeaheadPath' | 'title'>) {
  if (path === null) return null
  return (q: string, limit: number) =>
    typeaheadApi.endpoints.findRows.initiate({ area, path, title, q, limit }, { forceRefetch: true })
}

/** Adds the name that matched, when it is not the title. */
function optionOf(row: Readonly<Record<string, unknown>>, title: string): ComboboxOption {
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : '')
  const [label, matched] = [text(title), text('matchedName')]
  return { id: text('id'), label, secondary: matched === '' || matched === label ? undefined : matched }
}
