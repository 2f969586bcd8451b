import { api } from '../../api/api'
import { resultIn } from '../../api/answers'
import { DRY_RUN_PARAM, importOutcome, importPath, type ImportOutcome } from '../../contract/import'
import type { AnyResource } from '../model/declaration'

/** `key` makes a second sending of the same rows harmless. */
interface Import {
  readonly resource: AnyResource
  readonly csv: string
  readonly dryRun: boolean
  readonly key: string
}

const importApi = api.injectEndpoints({
  endpoints: (build) => ({
    importRows: build.mutation<ImportOutcome, Import>({
      query: ({ resource, csv, dryRun, key }) => ({
        url: importPath(resource),
        method: 'POST',
        params: new URLSearchParams({ [DRY_RUN_PARAM]: String(dryRun) }),
        csv,
        idempotencyKey: key,
      }),
      // Of somebody else's server, too: what is counted by it has to be a count.
      transformResponse: (body: unknown) => importOutcome.validateSync(resultIn(body), { strict: true }),
    }),
  }),
})

/** Files do not belong into the store: start it untracked. Whoever has sent all parts invalidates the list. */
export const { importRows } = importApi.endpoints
