import { api } from '../../api/api'
import { resultIn } from '../../api/request'
import { DRY_RUN_PARAM, importOutcome, importPath, type ImportOutcome } from '../../contract/import'
import type { AnyResource } from '../model/declaration'

/** `key` is the idempotency key: rows sent twice are created once. */
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
        // Validates the answer, which may come from a different backend: the totals add up its counts.
        read: (body) => (importOutcome.isValidSync(resultIn(body), { strict: true }) ? resultIn(body) : null),
      }),
    }),
  }),
})

/** The store must not hold files: start it untracked. The caller invalidates the list after the last part. */
export const { importRows } = importApi.endpoints
