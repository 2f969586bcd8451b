import { resultIn } from '../api/request'
import { api } from '../api/api'
import { ATTENTION_PATH, POSITIONS_PATH, TRENDS_PATH } from '../contract/constants'
import type { Attention, GatewayPositions, Trends } from '../contract/dashboard'
import { gateways } from '../contract/gateways'

/** Another backend may lack these calls: its dashboard then shows only the counts. An answer of another shape becomes null. */
const overviewApi = api.enhanceEndpoints({ addTagTypes: [gateways.name] }).injectEndpoints({
  endpoints: (build) => ({
    getAttention: build.query<Attention, void>({
      query: () => ({
        url: ATTENTION_PATH,
        optional: true,
        read: (body) => whole<Attention>(body, ['gateways', 'sensors', 'needs']),
      }),
      providesTags: ['Analytics', 'Attention'],
    }),
    getTrends: build.query<Trends, void>({
      query: () => ({ url: TRENDS_PATH, optional: true, read: (body) => whole<Trends>(body, ['days', 'hours']) }),
      providesTags: ['Analytics'],
    }),
    getPositions: build.query<GatewayPositions, void>({
      query: () => ({ url: POSITIONS_PATH, optional: true, read: (body) => whole<GatewayPositions>(body, ['positions']) }),
      // Their states follow the counts', beside which the map lies.
      providesTags: ['Analytics', { type: gateways.name, id: 'LIST' }],
    }),
  }),
})

/** The `result` of an answer if it has all these fields, otherwise null. */
function whole<Result extends object>(body: unknown, parts: readonly (keyof Result & string)[]): Result | null {
  const result = resultIn(body)
  if (result === null) return null
  return parts.every((part) => part in result && result[part as keyof typeof result] !== null) ? (result as Result) : null
}

export const { useGetAttentionQuery, useGetTrendsQuery, useGetPositionsQuery } = overviewApi
/** The positions as far as they have been requested; requests none. */
export const usePositionsState = () => overviewApi.endpoints.getPositions.useQueryState()
