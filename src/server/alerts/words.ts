import type { AlertKind } from '../../contract/alertRules'
import { curveRule, type Curve } from '../../contract/metrics'

const phrases: Readonly<Record<Exclude<AlertKind, 'reading_low' | 'reading_high'>, string>> = {
  gateway_offline: ' is offline',
  sensor_offline: ' is offline',
  battery_low: ' has a low battery',
  no_data: ' has no current readings or no daily light',
  firmware_failed: ' did not install its firmware',
  rollout_stopped: ' stopped by itself',
  unknown_sensor: ' has unregistered sensors',
}

/** The text after the subject's name in an alert's title: " is offline", ": soil moisture is too low". */
export function phraseOf(kind: AlertKind, metric: Curve | null): string {
  if (kind !== 'reading_low' && kind !== 'reading_high') return phrases[kind]
  const label = metric === null ? 'Reading' : curveRule(metric).label
  return `: ${label.charAt(0).toLowerCase()}${label.slice(1)} is too ${kind === 'reading_low' ? 'low' : 'high'}`
}
