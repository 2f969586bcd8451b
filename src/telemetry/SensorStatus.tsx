import type { Sensor, sensorConditions } from '../contract/sensors'
import { NoValue } from '../crud/parts/FieldText'
import { withUnit, wordsOf } from '../crud/model/words'
import { Status, type StatusTone } from '../ui/text/Status'

const conditionTones: Readonly<Record<(typeof sensorConditions)[number], StatusTone>> = {
  ok: 'good',
  out_of_range: 'warning',
  no_data: 'unknown',
  no_range: 'off',
}
/** What a sensor's condition is called where its own words would not do. */
export const conditionWords: Readonly<Record<string, string>> = { ok: 'OK' }

/** How a sensor's readings stand to what its plant needs, the worst first. */
export function SensorCondition({ row: { condition } }: { readonly row: Pick<Sensor, 'condition'> }) {
  return <Status tone={conditionTones[condition]}>{conditionWords[condition] ?? wordsOf(condition)}</Status>
}

/** How long a sensor will last. */
export function SensorBattery({ row }: { readonly row: Pick<Sensor, 'externalPower' | 'batteryPct' | 'batteryLow'> }) {
  if (row.externalPower) return <>Mains</>
  if (row.batteryPct == null) return <NoValue />
  const level = withUnit(row.batteryPct, '%')
  return row.batteryLow ? <Status tone="warning">Low, {level}</Status> : <>{level}</>
}
