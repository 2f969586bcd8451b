import { resultIn } from '../../api/request'
import { api } from '../../api/api'
import { channelPaths, type Delivery } from '../../contract/channelCalls'
import { notificationChannels } from '../../contract/notificationChannels'

const channelApi = api.enhanceEndpoints({ addTagTypes: [notificationChannels.name] }).injectEndpoints({
  endpoints: (build) => ({
    listDeliveries: build.query<readonly Delivery[], string>({
      query: (id) => ({ url: channelPaths.deliveries(id), optional: true, read: resultIn }),
      providesTags: (_rows, _error, id) => [{ type: notificationChannels.name, id }],
    }),
    testChannel: build.mutation<Delivery, string>({
      query: (id) => ({ url: channelPaths.test(id), method: 'POST', read: resultIn }),
      invalidatesTags: (_row, _error, id) => [
        { type: notificationChannels.name, id },
        { type: notificationChannels.name, id: 'LIST' },
      ],
    }),
    makeSecret: build.mutation<{ readonly secret: string }, string>({
      query: (id) => ({ url: channelPaths.secret(id), method: 'POST', read: resultIn }),
      // Also without an answer, which may have been lost.
      invalidatesTags: (_made, _error, id) => [{ type: notificationChannels.name, id }],
    }),
  }),
})

/** The store must not hold a secret: start it untracked. */
export const { makeSecret } = channelApi.endpoints
/** A channel's messages as far as they have been requested; requests none. */
export const useDeliveriesState = channelApi.endpoints.listDeliveries.useQueryState
export const { useListDeliveriesQuery, useTestChannelMutation } = channelApi
