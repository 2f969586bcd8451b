import { resultIn } from '../../api/request'
import { api } from '../../api/api'
import { sessionPaths } from '../../contract/constants'
import { INVITATIONS_PATH, type Invitation } from '../../contract/invitations'
import type { ApiDispatch } from '../../crud/model/reference'

const invitationApi = api.enhanceEndpoints({ addTagTypes: ['Invitation'] }).injectEndpoints({
  endpoints: (build) => ({
    listInvitations: build.query<readonly Invitation[], void>({
      query: () => ({ url: INVITATIONS_PATH, read: resultIn }),
      providesTags: ['Invitation'],
    }),
    invite: build.mutation<null, { readonly email: string }>({
      query: (body) => ({ url: sessionPaths.invitation, method: 'POST', body }),
      invalidatesTags: (_none, error) => (error ? [] : ['Invitation']),
    }),
    revokeInvitation: build.mutation<null, string>({
      query: (id) => ({ url: `${INVITATIONS_PATH}/${encodeURIComponent(id)}`, method: 'DELETE' }),
      // Also after an error, which means that the invitation has been used: the list is refetched without it.
      invalidatesTags: ['Invitation'],
    }),
  }),
})

/** Requests the open invitations. */
export function startInvitations(dispatch: ApiDispatch): void {
  void dispatch(invitationApi.endpoints.listInvitations.initiate(undefined, { subscribe: false }))
}

export const { useListInvitationsQuery, useInviteMutation, useRevokeInvitationMutation } = invitationApi
