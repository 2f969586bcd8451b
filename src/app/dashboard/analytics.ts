import { resultIn } from '../../api/request'
import { api } from '../../api/api'
import { ANALYTICS_PATH } from '../../contract/constants'
import type { Analytics } from '../../contract/dashboard'

/** The five counts. `asOf` is an addition of Frond's API: other backends may omit it. */
export type Counts = Omit<Analytics, 'asOf'> & Partial<Pick<Analytics, 'asOf'>>

export const countNames = ['users', 'gateways', 'sensors', 'datapoints', 'plants'] as const

/** GET /api/v1/dashboard/analytics. */
export const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAnalytics: build.query<Counts, void>({
      query: () => ({ url: ANALYTICS_PATH, read: countsOf }),
      providesTags: ['Analytics'],
    }),
  }),
})

function countsOf(body: unknown): Counts | null {
  const result = resultIn(body)
  if (result === null) return null
  const counts = { ...result } as Counts
  return countNames.every((name) => Number.isFinite(counts[name])) ? counts : null
}
