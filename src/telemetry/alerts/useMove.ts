import type { AlertMove } from '../../contract/alertCalls'
import type { Alert } from '../../contract/alerts'
import { sentenceOf } from '../../crud/model/problems'
import { useToast } from '../../ui/overlay/Toaster'
import { useMoveAlertMutation, type MoveBody } from './alertsApi'

const deeds: Readonly<Record<AlertMove, string>> = { acknowledge: 'Acknowledged', resolve: 'Resolved', snooze: 'Snoozed' }

/** Moves an alert and shows a toast. Resolves to the reason of a failure, or null. */
export function useMove(): (alert: Pick<Alert, 'id' | 'title'>, move: AlertMove, body?: MoveBody) => Promise<string | null> {
  const [send] = useMoveAlertMutation()
  const toast = useToast()
  return async ({ id, title }, move, body = {}) => {
    const { error } = await send({ id, move, body })
    if (error !== undefined) return sentenceOf(error)
    toast({ message: `${body.until === null ? 'Snooze ended' : deeds[move]}: ${title}` })
    return null
  }
}
