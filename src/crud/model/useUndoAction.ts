import { isAlerting, isApiError } from '../../api/errors'
import { useToast } from '../../ui/overlay/Toaster'
import type { ToastAction } from '../../ui/overlay/ToastStack'
import { isRefused } from './problems'

/** What a sent call resolves to: `data` is missing when it failed. */
export interface Settled<Data> {
  readonly data?: Data | undefined
  readonly error?: unknown
}

/** Whether a call can be repeated, since its answer was lost or it came too early. A refusal and the end of the session are explained elsewhere. */
export function isRepeatable(error: unknown): boolean {
  return isApiError(error) && isAlerting(error) && (!isRefused(error) || error.status === 429)
}

/**
 * Returns a function that makes a toast's Undo button out of one call, which gets the row's name for the alert of a refusal; without an
 * answer, the button is offered again. Works after its screen has unmounted.
 */
export function useUndoAction() {
  const toast = useToast()
  return <Data>(
    name: string,
    send: (undoes: string) => PromiseLike<Settled<Data>>,
    doneWords: (data: Data) => string,
  ): ToastAction => {
    const undo = async () => {
      const { data, error } = await send(name)
      if (data !== undefined) toast({ message: doneWords(data) })
      else if (isRepeatable(error))
        toast({ message: `Undo failed for ${name}: the server did not answer`, tone: 'info', action: again })
    }
    const again = { label: 'Retry', onAct: () => void undo() }
    return { ...again, label: 'Undo' }
  }
}
