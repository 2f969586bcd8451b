import {
  accountPaths,
  endOthersPath,
  sessionsPathOf,
  type AccountDraft,
  type AccountSession,
  type ChangePasswordBody,
  type EndedSessions,
} from '../contract/account'
import type { User } from '../contract/users'
import { api } from './api'
import { resultIn } from './answers'

/** Whose sessions: a user's id, or null for one's own. */
type WhoseSessions = string | null

/** The calls about one's own account, and about anybody's sessions. */
const accountApi = api.enhanceEndpoints({ addTagTypes: ['Account', 'Session', 'User'] }).injectEndpoints({
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
      invalidatesTags: (_none, error) => (error ? [] : ['Session', 'Account']),
    }),
    listSessions: build.query<readonly AccountSession[], WhoseSessions>({
      query: (userId) => ({ url: sessionsPathOf(userId) }),
      transformResponse: resultIn<readonly AccountSession[]>,
      providesTags: ['Session'],
    }),
    endSession: build.mutation<null, { readonly userId: WhoseSessions; readonly id: string }>({
      query: ({ userId, id }) => ({ url: `${sessionsPathOf(userId)}/${encodeURIComponent(id)}`, method: 'DELETE' }),
      // One that was over already is to vanish too.
      invalidatesTags: ['Session'],
    }),
    endOtherSessions: build.mutation<EndedSessions, WhoseSessions>({
      query: (userId) => ({ url: endOthersPath(userId), method: 'POST' }),
      transformResponse: resultIn<EndedSessions>,
      invalidatesTags: ['Session'],
    }),
  }),
})

export const { useGetAccountQuery, useChangeAccountMutation, useChangePasswordMutation } = accountApi
export const { useListSessionsQuery, useEndSessionMutation, useEndOtherSessionsMutation } = accountApi
