import type { BulkRows } from '../../../machines/manyRowsMachine'
import { pageIn, resultIn } from '../../api/request'
import { api } from '../../api/api'
import { alertPaths, type AlertMove } from '../../contract/alertCalls'
import { alerts, type Alert } from '../../contract/alerts'
import type { BulkOutcome } from '../../contract/bulk'
import { listParams, type ListQuery, type Page } from '../../contract/list'
import type { Keyed } from '../../crud/model/crudCalls'

/** The payload of a move: a note, or an end. Without a note an alert keeps its own; null clears it. */
export interface MoveBody {
  readonly note?: string | null
  readonly until?: string | null
}

interface MoveOfMany extends Keyed {
  readonly move: AlertMove
  readonly target: BulkRows
  readonly body: MoveBody
}

const alertsApi = api.enhanceEndpoints({ addTagTypes: [alerts.name] }).injectEndpoints({
  endpoints: (build) => ({
    // Another backend may have no alerts; a secondary panel does not report that.
    someAlerts: build.query<Page<Alert>, ListQuery>({
      query: (query) => ({ url: alerts.listPath, params: listParams(alerts, query), optional: true, read: pageIn }),
      // Not by row: every move and event that invalidates a row's tag invalidates this one, too.
      providesTags: [{ type: alerts.name, id: 'LIST' }],
    }),
    moveAlert: build.mutation<Alert, { readonly id: string; readonly move: AlertMove; readonly body: MoveBody }>({
      query: ({ id, move, body }) => ({ url: alertPaths.one(id, move), method: 'POST', body, read: resultIn }),
      // Also after a refusal, which means that another user acted first: the alert is refetched.
      invalidatesTags: (_row, _error, { id }) => [
        { type: alerts.name, id: 'LIST' },
        { type: alerts.name, id },
      ],
    }),
    moveAlerts: build.mutation<BulkOutcome, MoveOfMany>({
      query: ({ move, target, body, key }) => ({
        url: alertPaths.many(move),
        method: 'POST',
        body: { ...target, ...body },
        idempotencyKey: key,
        read: resultIn,
      }),
      invalidatesTags: [alerts.name],
    }),
  }),
})

export const { useSomeAlertsQuery, useMoveAlertMutation, useMoveAlertsMutation } = alertsApi
