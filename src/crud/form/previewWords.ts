import type { ChangePreview } from '../../contract/preview'
import { grouped } from '../../ui/text/numberWords'
import { counted, enumerated } from '../model/words'

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
