import { api } from '../../api/api'
import { plants } from '../../contract/plants'
import { itemPath } from '../../contract/resource'
import { UPSERT_PATH } from '../../contract/troubleshootCalls'
import { troubleshoots } from '../../contract/troubleshoots'
import type { Removal } from '../../crud/model/crudCalls'

/** The changes that one save makes to a plant's troubleshoots. */
interface TroubleshootSave {
  readonly plantId: string
  readonly removed: readonly Removal[]
  /** Remaining and new rows, as the upsert takes them. */
  readonly rows: readonly object[]
}

const troubleshootApi = api.enhanceEndpoints({ addTagTypes: [troubleshoots.name, plants.name] }).injectEndpoints({
  endpoints: (build) => ({
    /** Deletes first, so that a new row can have the text of a deleted one. Safe to repeat after a lost answer. */
    saveTroubleshoots: build.mutation<null, TroubleshootSave>({
      async queryFn({ removed, rows }, _api, _extra, send) {
        for (const { id, version } of removed) {
          const { error } = await send({ url: itemPath(troubleshoots, id), method: 'DELETE', ifMatch: version })
          if (error !== undefined && error.status !== 404) return { error }
        }
        if (rows.length === 0) return { data: null }
        const { error } = await send({ url: UPSERT_PATH, method: 'PUT', body: rows })
        return error === undefined ? { data: null } : { error }
      },
      invalidatesTags: (_none, _error, { plantId }) => [
        { type: troubleshoots.name, id: 'LIST' },
        { type: plants.name, id: 'LIST' },
        { type: plants.name, id: plantId },
      ],
    }),
  }),
})

export const { useSaveTroubleshootsMutation } = troubleshootApi
