import { curveRule, type Curve } from '../contract/metrics'
import type { LatestReading, ReadingStatus, Series } from '../contract/readings'
import type { Sensor } from '../contract/sensors'
import { withUnit } from '../crud/model/words'
import { rangeWords } from '../ui/text/RangeBand'
import { Status, type StatusTone } from '../ui/text/Status'

const judgements: Readonly<Record<ReadingStatus, { readonly tone: StatusTone; readonly word: string }>> = {
  ok: { tone: 'good', word: 'OK' },
  low: { tone: 'warning', word: 'Low' },
  high: { tone: 'warning', word: 'High' },
  no_data: { tone: 'unknown', word: 'No data' },
  no_range: { tone: 'off', word: 'No range' },
}

/** How a reading compares with the plant's needs. Illuminance has a range but no judgement: only the whole day's light is judged. */
export function Judgement({ status, value, min, max }: Pick<LatestReading, 'status' | 'value' | 'min' | 'max'>) {
  const { tone, word } = judgements[status]
  if (status === 'no_range' && (min !== null || max !== null)) return <Status tone={tone}>Not compared</Status>
  if (status === 'no_data' && value !== null) return <Status tone={tone}>Out of date</Status>
  // A status ends only when a reading is clearly within the range, so that it does not change back and forth.
  const isBack = value !== null && value >= (min ?? -Infinity) && value <= (max ?? Infinity)
  return <Status tone={tone}>{isBack && tone === 'warning' ? `Still ${word.toLowerCase()}` : word}</Status>
}

/** "41.3 %": rounded to the significant digits of a reading. */
export function valueWords(value: number, unit: string): string {
  return withUnit(rounded(value), unit)
}

/** "41.3 %", and where the rounded readings differ "41.3 % on average of 5 readings, from 30 % to 50 %"; `of` may name them. */
export function averageWords(
  { avg, min, max }: Pick<Series['points'][number], 'avg' | 'min' | 'max'>,
  unit: string,
  of = '',
): string {
  const value = valueWords(avg, unit)
  return rounded(min) === rounded(max)
    ? value
    : `${value} on average${of}, from ${valueWords(min, unit)} to ${valueWords(max, unit)}`
}

/** Three significant digits, and whole numbers from a hundred on. */
export function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}

/** A curve's unit: soil moisture is volumetric water content only for a calibrated sensor. */
export function unitIn(curve: Curve, { moistureCalibrated }: Pick<Sensor, 'moistureCalibrated'>): string {
  return curve === 'soil_moisture' && moistureCalibrated ? '% VWC' : curveRule(curve).unit
}

/** "15–60 %", "at least 4 mol/m²/d"; null when the plant's groups have no range. */
export function targetWords({ min, max }: Pick<LatestReading, 'min' | 'max'>, unit: string): string | null {
  if (min !== null && max !== null) return rangeWords([min, max], unit)
  if (min !== null) return `at least ${withUnit(min, unit)}`
  return max === null ? null : `at most ${withUnit(max, unit)}`
}
