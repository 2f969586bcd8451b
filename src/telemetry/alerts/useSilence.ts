import { useDispatch } from 'react-redux'
import { api } from '../../api/api'
import { readOnce } from '../../api/readOnce'
import { alertRules } from '../../contract/alertRules'
import { alerts } from '../../contract/alerts'
import { crudCalls } from '../../crud/model/crudCalls'
import { sentenceOf } from '../../crud/model/problems'
import type { ApiDispatch } from '../../crud/model/reference'
import { useEnvironment } from '../../ui/environment/Environment'
import { useToast } from '../../ui/overlay/Toaster'
import { useZone } from '../../ui/text/Time'
import { longerWords } from './until'

interface SilenceOptions {
  /** Whether a silence that lasts longer stays. */
  readonly keepsLonger?: boolean
}

/**
 * Silences a rule until a moment, or ends its silence; its alerts are snoozed along with it. Resolves to the reason of a failure, or null.
 */
export function useSilence(): (
  rule: { readonly id: string; readonly name: string },
  until: string | null,
  options?: SilenceOptions,
) => Promise<string | null> {
  const dispatch = useDispatch<ApiDispatch>()
  const { get, update } = crudCalls(alertRules)
  const toast = useToast()
  const zone = useZone()
  const { now } = useEnvironment()
  return async ({ id, name }, silencedUntil, { keepsLonger = false } = {}) => {
    // The server would store it without an error, and the rule would not be silenced.
    if (silencedUntil !== null && Date.parse(silencedUntil) <= now()) return 'This time has passed. Open the dialog again.'
    // Uses the current version, because only this one field of the rule changes.
    try {
      const { version, silencedUntil: present } = await readOnce(dispatch(get.initiate(id, { forceRefetch: true })))
      const longer = keepsLonger ? longerWords('silenced', present, silencedUntil, zone) : null
      if (longer !== null) {
        toast({ message: `${name} ${longer}` })
        return null
      }
      await dispatch(update.initiate({ id, version, draft: { silencedUntil } })).unwrap()
    } catch (error) {
      return sentenceOf(error)
    }
    dispatch(api.util.invalidateTags([alerts.name]))
    toast({ message: silencedUntil === null ? `${name} is no longer silenced` : `${name} silenced` })
    return null
  }
}
