import type { AlertKind, Severity } from '../../contract/alertRules'
import type { Alert, AlertStatus } from '../../contract/alerts'
import { wordsOf } from '../../crud/model/words'
import { Status, type StatusTone } from '../../ui/text/Status'

/** Labels of the rules' kinds, for forms and lists. */
export const kindWords: Readonly<Record<AlertKind, string>> = {
  gateway_offline: 'A gateway is offline',
  sensor_offline: 'A sensor is offline',
  battery_low: 'A sensor’s battery is low',
  reading_low: 'A reading is too low',
  reading_high: 'A reading is too high',
  no_data: 'A sensor has no current readings or no daily light',
  firmware_failed: 'A firmware update failed',
  rollout_stopped: 'A rollout stopped by itself',
  unknown_sensor: 'A gateway has unregistered sensors',
}

const severityTones: Readonly<Record<Severity, StatusTone>> = { critical: 'critical', warning: 'warning', info: 'info' }
const statusTones: Readonly<Record<AlertStatus, StatusTone>> = { open: 'warning', acknowledged: 'info', resolved: 'good' }

interface Looks {
  readonly look?: 'pill'
}

export function SeverityWord({ severity, look }: Looks & { readonly severity: Severity }) {
  return (
    <Status tone={severityTones[severity]} look={look}>
      {wordsOf(severity)}
    </Status>
  )
}

/** The status of an alert; marks a snoozed one. */
export function AlertStatusWord({ row, look }: Looks & { readonly row: Pick<Alert, 'status' | 'snoozed'> }) {
  return (
    <Status tone={row.snoozed ? 'off' : statusTones[row.status]} look={look}>
      {row.snoozed ? `${wordsOf(row.status)}, snoozed` : wordsOf(row.status)}
    </Status>
  )
}
