import { curveRule } from '../../contract/metrics'
import type { ChangePreview } from '../../contract/preview'
import type { ReadingStatus } from '../../contract/readings'
import { grouped } from '../../ui/text/numberWords'
import { counted, enumerated, wordsOf } from '../model/words'

/** Nouns for a preview's counts. */
export const previewNouns = {
  plants: { one: 'plant', many: 'plants' },
  sensors: { one: 'sensor', many: 'sensors' },
} as const

/** "Calathea ornata, Hoya carnosa and 12 more". */
export function plantsWords({ plants: named, plantsTotal }: ChangePreview): string {
  const names = named.map((plant) => plant.name)
  return enumerated(names, plantsTotal)
}

/** "5 of 34 sensors will change status, based on their latest readings". */
export function sensorsWords({ sensorsTotal, sensorsChanging }: ChangePreview): string {
  if (sensorsTotal === 0) return 'No sensor monitors them'
  const changing = sensorsChanging === 0 ? 'None' : grouped(sensorsChanging)
  return `${changing} of ${counted(sensorsTotal, previewNouns.sensors)} will change status, based on ${sensorsTotal === 1 ? 'its' : 'their'} latest readings`
}

/** "Attic 3: soil moisture from Low to OK, Attic 4: … and 8 more"; empty when none is named. */
export function changingWords({ sensors = [], sensorsChanging }: ChangePreview): string {
  const words = sensors.map(
    ({ name, metric, from, to }) =>
      `${name}: ${curveRule(metric).label.toLowerCase()} from ${statusWords(from)} to ${statusWords(to)}`,
  )
  return words.length === 0 ? '' : enumerated(words, sensorsChanging)
}

function statusWords(status: ReadingStatus): string {
  return status === 'ok' ? 'OK' : wordsOf(status)
}
