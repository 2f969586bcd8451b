import {
  factorPaths,
  passkeyRemovePath,
  userFactorsPath,
  type Factors,
  type NewPasskeyBody,
  type PasskeyOptions,
  type RecoveryCodes,
  type TotpSetUp,
} from '../contract/factors'
import { api } from './api'
import { resultIn, type Request } from './request'

interface Proof {
  readonly proof: string
}

/** A change of factors: its answer is shown once and never cached. A change may be made although its answer is lost. */
const change = (url: string, body: unknown, read?: Request['read']) => ({ url, method: 'POST', body, read }) as const

/** The calls for second factors, the user's own and a colleague's. */
const factorApi = api.enhanceEndpoints({ addTagTypes: ['Factors', 'Session', 'User'] }).injectEndpoints({
  endpoints: (build) => ({
    getFactors: build.query<Factors, string | null>({
      query: (userId) => ({ url: userId === null ? factorPaths.list : userFactorsPath(userId), optional: true, read: resultIn }),
      providesTags: (_factors, _error, userId) => [
        'Factors',
        ...(userId === null ? [] : [{ type: 'User' as const, id: userId }]),
      ],
    }),
    beginTotp: build.mutation<TotpSetUp, Proof>({
      query: (body) => change(factorPaths.totp, body, resultIn),
      // Refused when another tab has set one up.
      invalidatesTags: (_setUp, error) => (error === undefined ? [] : ['Factors']),
    }),
    confirmTotp: build.mutation<RecoveryCodes, { readonly code: string }>({
      query: (body) => change(factorPaths.totpConfirm, body, resultIn),
      invalidatesTags: ['Factors', 'Session'],
    }),
    removeTotp: build.mutation<null, Proof>({
      query: (body) => change(factorPaths.totpRemove, body),
      invalidatesTags: ['Factors'],
    }),
    makeRecoveryCodes: build.mutation<RecoveryCodes, Proof>({
      query: (body) => change(factorPaths.recoveryCodes, body, resultIn),
      invalidatesTags: ['Factors'],
    }),
    beginPasskey: build.mutation<PasskeyOptions, Proof>({
      query: (body) => change(factorPaths.newPasskey, body, resultIn),
    }),
    addPasskey: build.mutation<RecoveryCodes, NewPasskeyBody>({
      query: (body) => change(factorPaths.passkeys, body, resultIn),
      invalidatesTags: ['Factors', 'Session'],
    }),
    removePasskey: build.mutation<null, Proof & { readonly id: string }>({
      query: ({ id, proof }) => change(passkeyRemovePath(id), { proof }),
      invalidatesTags: ['Factors'],
    }),
    removeUserFactors: build.mutation<null, Proof & { readonly userId: string }>({
      query: ({ userId, proof }) => change(`${userFactorsPath(userId)}/remove`, { proof }),
      invalidatesTags: ['Factors'],
    }),
  }),
})

/** Started untracked: the machine of a change keeps their answers, which the store must not hold. */
export const { beginTotp, confirmTotp, removeTotp, makeRecoveryCodes, beginPasskey, addPasskey, removePasskey } =
  factorApi.endpoints
export const { useGetFactorsQuery, useRemoveUserFactorsMutation } = factorApi
