import { api } from '../api/api'
import { ANALYTICS_PATH, type Analytics } from '../contract/dashboard'

/** GET /api/v1/dashboard/analytics. spec §7. */
export const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAnalytics: build.query<Analytics, void>({
      query: () => ({ url: ANALYTICS_PATH }),
      transformResponse: ({ result }: { readonly result: Analytics }) => result,
      providesTags: ['Analytics'],
    }),
  }),
})
