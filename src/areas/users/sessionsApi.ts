import { resultIn } from '../../api/answers'
import { api } from '../../api/api'
import { userSessionsPath, type AccountSession, type EndedSessions } from '../../contract/account'

const sessionsApi = api.enhanceEndpoints({ addTagTypes: ['OwnSession'] }).injectEndpoints({
  endpoints: (build) => ({
    listUserSessions: build.query<readonly AccountSession[], string>({
      query: (userId) => ({ url: userSessionsPath(userId) }),
      transformResponse: resultIn<readonly AccountSession[]>,
      providesTags: ['OwnSession'],
    }),
    endUserSession: build.mutation<null, { readonly userId: string; readonly id: string }>({
      query: ({ userId, id }) => ({ url: `${userSessionsPath(userId)}/${encodeURIComponent(id)}`, method: 'DELETE' }),
      // One that was over already is to vanish too.
      invalidatesTags: ['OwnSession'],
    }),
    endUserSessions: build.mutation<EndedSessions, string>({
      query: (userId) => ({ url: `${userSessionsPath(userId)}/end_all`, method: 'POST' }),
      transformResponse: resultIn<EndedSessions>,
      invalidatesTags: ['OwnSession'],
    }),
  }),
})

export const { useListUserSessionsQuery, useEndUserSessionMutation, useEndUserSessionsMutation } = sessionsApi
