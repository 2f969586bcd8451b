import { curveRule, type Curve } from '../contract/metrics'
import type { LatestReading, ReadingStatus } from '../contract/readings'
import type { Sensor } from '../contract/sensors'
import { withUnit } from '../crud/model/words'
import { rangeWords } from '../ui/text/RangeBand'
import { Status, type StatusTone } from '../ui/text/Status'

const judgements: Readonly<Record<ReadingStatus, { readonly tone: StatusTone; readonly word: string }>> = {
  ok: { tone: 'good', word: 'OK' },
  low: { tone: 'warning', word: 'Low' },
  high: { tone: 'critical', word: 'High' },
  no_data: { tone: 'unknown', word: 'No data' },
  no_range: { tone: 'off', word: 'No range' },
}

/** How a reading stands to what the plant needs. Light at an instant has a range and no judgement: that is for the whole day. */
export function Judgement({ status, min, max }: Pick<LatestReading, 'status' | 'min' | 'max'>) {
  const { tone, word } = judgements[status]
  return <Status tone={tone}>{status === 'no_range' && (min !== null || max !== null) ? 'By the day' : word}</Status>
}

/** "41.3 %": at most so many digits as a reading is worth. */
export function valueWords(value: number, unit: string): string {
  return withUnit(rounded(value), unit)
}

/** Three digits that count, and whole numbers from a hundred on. */
export function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}

/** What a sensor's curve is measured in: soil moisture is water by volume only where the sensor was calibrated. */
export function unitIn(curve: Curve, { moistureCalibrated }: Pick<Sensor, 'moistureCalibrated'>): string {
  return curve === 'soil_moisture' && moistureCalibrated ? '% VWC' : curveRule(curve).unit
}

/** "15–60 %", "at least 4 mol/m²/d"; null where the plant's groups want nothing. */
export function wantedWords({ min, max }: Pick<LatestReading, 'min' | 'max'>, unit: string): string | null {
  if (min !== null && max !== null) return rangeWords([min, max], unit)
  if (min !== null) return `at least ${withUnit(min, unit)}`
  return max === null ? null : `at most ${withUnit(max, unit)}`
}
