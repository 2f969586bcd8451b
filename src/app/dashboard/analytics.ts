import { api } from '../../api/api'
import { extraOf } from '../../api/baseQuery'
import { malformed } from '../../api/errors'
import { ANALYTICS_PATH } from '../../contract/constants'
import type { Analytics } from '../../contract/dashboard'

/** The five counts. `asOf` is an addition of Frond's API: other backends may omit it. */
export type Counts = Omit<Analytics, 'asOf'> & Partial<Pick<Analytics, 'asOf'>>

export const countNames = ['users', 'gateways', 'sensors', 'datapoints', 'plants'] as const

/** GET /api/v1/dashboard/analytics. spec §7. */
export const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAnalytics: build.query<Counts, void>({
      async queryFn(_, queryApi, _options, ask) {
        const answer = await ask({ url: ANALYTICS_PATH })
        if (answer.error !== undefined) return { error: answer.error }
        const counts = countsOf(answer.data)
        if (counts !== null) return { data: counts }
        const error = malformed(200)
        extraOf(queryApi).alert(error)
        return { error }
      },
      providesTags: ['Analytics'],
    }),
  }),
})

function countsOf(body: unknown): Counts | null {
  const result: unknown = typeof body === 'object' && body !== null && 'result' in body ? body.result : null
  if (typeof result !== 'object' || result === null) return null
  const counts = { ...result } as Counts
  return countNames.every((name) => Number.isFinite(counts[name])) ? counts : null
}
