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
import { resultIn } from './request'

/** A user's id, or null for the caller's own sessions. */
type SessionsOwner = string | null

/** The calls for the user's own account, and for any user's sessions. */
const accountApi = api.enhanceEndpoints({ addTagTypes: ['Account', 'Session', 'User'] }).injectEndpoints({
  endpoints: (build) => ({
    getAccount: build.query<User, void>({
      query: () => ({ url: accountPaths.account, read: resultIn }),
      providesTags: ['Account'],
    }),
    changeAccount: build.mutation<User, { readonly draft: AccountDraft; readonly version: number }>({
      query: ({ draft, version }) => ({
        url: accountPaths.account,
        method: 'PUT',
        body: draft,
        ifMatch: version,
        read: resultIn,
      }),
      invalidatesTags: ['Account', 'User'],
    }),
    changePassword: build.mutation<null, ChangePasswordBody>({
      query: (body) => ({ url: accountPaths.password, method: 'POST', body }),
      // The account has a new version, too; all of this may have happened although the answer is lost.
      invalidatesTags: ['Session', 'Account'],
    }),
    listSessions: build.query<readonly AccountSession[], SessionsOwner>({
      query: (userId) => ({ url: sessionsPathOf(userId), read: resultIn }),
      // Deactivating a user ends the sessions.
      providesTags: (_sessions, _error, userId) => [
        'Session',
        ...(userId === null ? [] : [{ type: 'User' as const, id: userId }]),
      ],
    }),
    endSession: build.mutation<null, { readonly userId: SessionsOwner; readonly id: string }>({
      query: ({ userId, id }) => ({ url: `${sessionsPathOf(userId)}/${encodeURIComponent(id)}`, method: 'DELETE' }),
      // Also removes a session that had ended already.
      invalidatesTags: ['Session'],
    }),
    endOtherSessions: build.mutation<EndedSessions, SessionsOwner>({
      query: (userId) => ({ url: endOthersPath(userId), method: 'POST', read: resultIn }),
      invalidatesTags: ['Session'],
    }),
  }),
})

export const { useGetAccountQuery, useChangeAccountMutation, useChangePasswordMutation } = accountApi
export const { getAccount } = accountApi.endpoints
export const { useListSessionsQuery, useEndSessionMutation, useEndOtherSessionsMutation } = accountApi
