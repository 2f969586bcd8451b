import { api } from '../api/api'
import { ATTENTION_PATH } from '../contract/constants'
import type { Attention } from '../contract/dashboard'

const attentionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAttention: build.query<Attention | null, void>({
      // Another backend may have no such call: its dashboard are the counts.
      query: () => ({ url: ATTENTION_PATH, quiet: true }),
      transformResponse: attentionOf,
      providesTags: ['Analytics'],
    }),
  }),
})

/** Null for what is not ours. */
function attentionOf(body: unknown): Attention | null {
  const result: unknown = typeof body === 'object' && body !== null && 'result' in body ? body.result : null
  const told = (result ?? {}) as Partial<Attention>
  return told.gateways !== undefined && told.sensors !== undefined && Array.isArray(told.strays) ? (told as Attention) : null
}

export const { useGetAttentionQuery } = attentionApi
