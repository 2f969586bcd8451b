import { useState } from 'react'
import type { AlertMove } from '../../contract/alertCalls'
import type { Alert } from '../../contract/alerts'
import { sentenceOf } from '../../crud/model/problems'
import { useToast } from '../../ui/overlay/Toaster'
import { useMoveAlertMutation, type MoveBody } from './alertsApi'

const deeds: Readonly<Record<AlertMove, string>> = { acknowledge: 'Acknowledged', resolve: 'Resolved', snooze: 'Snoozed' }

/** Moves an alert and shows a toast; `error` says why a move failed. */
export function useMove(): {
  readonly busy: boolean
  readonly error: string | null
  move(alert: Pick<Alert, 'id' | 'title'>, move: AlertMove, body?: MoveBody): Promise<boolean>
} {
  const [send, { isLoading }] = useMoveAlertMutation()
  const [error, setError] = useState<string | null>(null)
  const toast = useToast()
  return {
    busy: isLoading,
    error,
    async move({ id, title }, move, body = {}) {
      setError(null)
      const answer = await send({ id, move, body })
      if (answer.error !== undefined) {
        setError(sentenceOf(answer.error))
        return false
      }
      toast({ message: `${body.until === null ? 'Snooze ended' : deeds[move]}: ${title}` })
      return true
    },
  }
}
