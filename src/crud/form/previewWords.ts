import type { ChangePreview } from '../../contract/preview'
import { grouped } from '../../ui/numberWords'
import { counted, enumerated } from '../words'

/** What a preview counts. */
export const previewNouns = {
  plants: { one: 'plant', many: 'plants' },
  sensors: { one: 'sensor', many: 'sensors' },
} as const

/** "Calathea ornata, Hoya carnosa and 12 more". */
export function plantsWords({ plants: named, plantsTotal }: ChangePreview): string {
  const names = named.map((plant) => plant.name)
  return enumerated(names, plantsTotal)
}

/** "Of the 34 sensors there, 5 change status by what they last measured". */
export function sensorsWords({ sensorsTotal, sensorsChanging }: ChangePreview): string {
  if (sensorsTotal === 0) return 'No sensor stands at them'
  const there = sensorsTotal === 1 ? 'The sensor there' : `Of the ${counted(sensorsTotal, previewNouns.sensors)} there, `
  if (sensorsTotal === 1)
    return `${there} ${sensorsChanging === 1 ? 'changes' : 'does not change'} status by what it last measured`
  const changing =
    sensorsChanging === 0 ? 'none changes' : `${grouped(sensorsChanging)} ${sensorsChanging === 1 ? 'changes' : 'change'}`
  return `${there}${changing} status by what they last measured`
}
