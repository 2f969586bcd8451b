import { api } from '../../api/api'
import { resultIn } from '../../api/request'
import { plants } from '../../contract/plants'
import { UPSERT_PATH } from '../../contract/troubleshootCalls'
import { troubleshoots, type Troubleshoot } from '../../contract/troubleshoots'
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
    /** All or nothing; answers the saved rows in their order. Safe to repeat after a lost answer. */
    saveTroubleshoots: build.mutation<readonly Troubleshoot[], TroubleshootSave>({
      query: ({ removed, rows }) => ({
        url: UPSERT_PATH,
        method: 'PUT',
        body: removed.length === 0 ? rows : { rows, removed },
        read: resultIn,
      }),
      invalidatesTags: (_none, _error, { plantId }) => [
        { type: troubleshoots.name, id: 'LIST' },
        { type: plants.name, id: 'LIST' },
        { type: plants.name, id: plantId },
      ],
    }),
  }),
})

export const { useSaveTroubleshootsMutation } = troubleshootApi
