import type { Sensor, sensorConditions } from '../contract/sensors'
import { NoValue } from '../ui/text/NoValue'
import { wordsOf } from '../crud/model/words'
import { Status, type StatusTone } from '../ui/text/Status'
import { valueWords } from './words'

const conditionTones: Readonly<Record<(typeof sensorConditions)[number], StatusTone>> = {
  ok: 'good',
  out_of_range: 'warning',
  no_data: 'unknown',
  no_range: 'off',
}
/** Labels of conditions that differ from their codes. */
export const conditionWords: Readonly<Record<string, string>> = { ok: 'OK' }

/** How a sensor's readings compare with its plant's needs, by the worst of them. */
export function SensorCondition({ row: { condition } }: { readonly row: Pick<Sensor, 'condition'> }) {
  return <Status tone={conditionTones[condition]}>{conditionWords[condition] ?? wordsOf(condition)}</Status>
}

/** The power source or battery level of a sensor. */
export function SensorBattery({ row }: { readonly row: Pick<Sensor, 'externalPower' | 'batteryPct' | 'batteryLow'> }) {
  if (row.externalPower) return <>Mains</>
  if (row.batteryPct == null) return <NoValue />
  const level = valueWords(row.batteryPct, '%')
  return row.batteryLow ? <Status tone="warning">Low, {level}</Status> : <>{level}</>
}
