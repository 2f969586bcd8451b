import type { sensorStates } from '../contract/sensors'
import { wordsOf } from '../crud/model/words'
import { Status, type StatusTone } from '../ui/text/Status'

// A sensor's states include all of a gateway's.
const tones: Readonly<Record<string, StatusTone>> = {
  online: 'good',
  offline: 'critical',
  unreachable: 'warning',
  never_seen: 'unknown',
} satisfies Record<(typeof sensorStates)[number], StatusTone>

/** Whether a gateway or a sensor is online. */
export function DeviceState({ state, look }: { readonly state: string; readonly look?: 'pill' }) {
  return (
    <Status tone={tones[state] ?? 'unknown'} look={look}>
      {wordsOf(state)}
    </Status>
  )
}
