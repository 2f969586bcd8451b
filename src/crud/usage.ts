import { counted } from './words'

/** A row that plants share, and their sensors with them. */
interface Shared {
  readonly plantsCount: number
  readonly sensorsCount: number
}

const plants = { one: 'plant', many: 'plants' }
const sensors = { one: 'sensor', many: 'sensors' }

/** "Used by 12 plants, where 34 sensors stand", "Not used". */
export function usageWords({ plantsCount, sensorsCount }: Shared): string {
  if (plantsCount === 0) return 'Not used'
  const users = `Used by ${counted(plantsCount, plants)}`
  return sensorsCount === 0
    ? users
    : `${users}, where ${counted(sensorsCount, sensors)} ${sensorsCount === 1 ? 'stands' : 'stand'}`
}

/** What deleting such rows means, before it is tried. */
export function usageConsequence(rows: readonly Shared[]): string {
  const used = rows.filter(({ plantsCount }) => plantsCount > 0)
  if (used.length === 0) return rows.length === 1 ? 'No plant uses it.' : 'No plant uses them.'
  const [only] = used
  if (rows.length === 1 && only !== undefined)
    return `${counted(only.plantsCount, plants)} ${only.plantsCount === 1 ? 'uses' : 'use'} it and would need another first.`
  return `${used.length} of them ${used.length === 1 ? 'is' : 'are'} in use and will stay.`
}
