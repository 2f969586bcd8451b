import {
  accountPaths,
  type AccountDraft,
  type AccountSession,
  type ChangePasswordBody,
  type EndedSessions,
} from '../contract/account'
import type { User } from '../contract/users'
import { api } from './api'
import { resultIn } from './answers'

/** The calls about one's own account. */
export const accountApi = api.enhanceEndpoints({ addTagTypes: ['Account', 'OwnSession', 'User'] }).injectEndpoints({
  endpoints: (build) => ({
    getAccount: build.query<User, void>({
      query: () => ({ url: accountPaths.account }),
      transformResponse: resultIn<User>,
      providesTags: ['Account'],
    }),
    changeAccount: build.mutation<User, { readonly draft: AccountDraft; readonly version: number }>({
      query: ({ draft, version }) => ({ url: accountPaths.account, method: 'PUT', body: draft, ifMatch: version }),
      transformResponse: resultIn<User>,
      invalidatesTags: ['Account', 'User'],
    }),
    changePassword: build.mutation<null, ChangePasswordBody>({
      query: (body) => ({ url: accountPaths.password, method: 'POST', body }),
      // The account's version has moved on as well.
      invalidatesTags: (_none, error) => (error ? [] : ['OwnSession', 'Account']),
    }),
    listOwnSessions: build.query<readonly AccountSession[], void>({
      query: () => ({ url: accountPaths.sessions }),
      transformResponse: resultIn<readonly AccountSession[]>,
      providesTags: ['OwnSession'],
    }),
    endOwnSession: build.mutation<null, string>({
      query: (id) => ({ url: `${accountPaths.sessions}/${encodeURIComponent(id)}`, method: 'DELETE' }),
      // One that was over already is to vanish too.
      invalidatesTags: ['OwnSession'],
    }),
    endOtherSessions: build.mutation<EndedSessions, void>({
      query: () => ({ url: accountPaths.endOthers, method: 'POST' }),
      transformResponse: resultIn<EndedSessions>,
      invalidatesTags: ['OwnSession'],
    }),
  }),
})

export const { useGetAccountQuery, useChangeAccountMutation, useChangePasswordMutation } = accountApi
export const { useListOwnSessionsQuery, useEndOwnSessionMutation, useEndOtherSessionsMutation } = accountApi
