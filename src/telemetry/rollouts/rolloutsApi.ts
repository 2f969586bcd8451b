import { pageIn, resultIn } from '../../api/request'
import { api } from '../../api/api'
import { gateways } from '../../contract/gateways'
import { listParams, type ListQuery, type Page } from '../../contract/list'
import { rolloutGateways, rolloutPaths, type RolloutGateway, type RolloutMove } from '../../contract/rolloutCalls'
import { rollouts, type Rollout } from '../../contract/rollouts'

/** The payload of a move. */
export interface RolloutMoveBody {
  readonly reason?: string | null
  readonly takeBack?: boolean
}

const rolloutsApi = api.enhanceEndpoints({ addTagTypes: [rollouts.name, gateways.name] }).injectEndpoints({
  endpoints: (build) => ({
    // Another backend may have no rollouts; a secondary panel does not report that.
    someRollouts: build.query<Page<Rollout>, ListQuery>({
      query: (query) => ({ url: rollouts.listPath, params: listParams(rollouts, query), optional: true, read: pageIn }),
      providesTags: (page) => [
        { type: rollouts.name, id: 'LIST' },
        ...(page?.result ?? []).map(({ id }) => ({ type: rollouts.name, id })),
      ],
    }),
    rolloutGateways: build.query<Page<RolloutGateway>, { readonly id: string; readonly query: ListQuery }>({
      query: ({ id, query }) => ({
        url: rolloutPaths.gateways(id),
        params: listParams(rolloutGateways, query),
        optional: true,
        read: pageIn,
      }),
      // A gateway's progress report invalidates the gateway.
      providesTags: (page, _error, { id }) => [
        { type: rollouts.name, id },
        ...(page?.result ?? []).map(({ gatewayId }) => ({ type: gateways.name, id: gatewayId })),
      ],
    }),
    moveRollout: build.mutation<Rollout, { readonly id: string; readonly move: RolloutMove; readonly body: RolloutMoveBody }>({
      query: ({ id, move, body }) => ({ url: rolloutPaths.move(id, move), method: 'POST', body, read: resultIn }),
      // Also after a refusal, which means that another user acted first: the rollout is refetched.
      invalidatesTags: (_row, _error, { id }) => [
        { type: rollouts.name, id: 'LIST' },
        { type: rollouts.name, id },
      ],
    }),
  }),
})

export const { useSomeRolloutsQuery, useRolloutGatewaysQuery, useMoveRolloutMutation } = rolloutsApi
