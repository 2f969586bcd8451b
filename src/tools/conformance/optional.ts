import type { ResourceName } from '../../contract/index'
import type { Resource } from '../../contract/resource'
import { isMissing } from './answer'
import type { Bench } from './bench'
import { expecting } from './judge'

/** Areas that a backend may lack as a whole. */
const optionalAreas: readonly string[] = ['NotificationChannel', 'AlertRule', 'Alert', 'Rollout'] satisfies ResourceName[]

/** Whether a backend may lack this area. One that has it must have it as declared. */
export function isOptional({ name }: Pick<Resource, 'name'>): boolean {
  return optionalAreas.includes(name)
}

/** Whether the backend lacks an optional area; notes that it is missing. */
export async function lacks(bench: Bench, resource: Resource): Promise<boolean> {
  if (!isOptional(resource)) return false
  const { listPath, nouns } = resource
  const answer = await bench.backend.send('GET', listPath, { bearer: bench.bearer })
  if (!isMissing(answer)) return false
  bench.note(
    'GET',
    listPath,
    { expects: `a page of ${nouns.many}`, judge: expecting(200), optional: `all of ${nouns.many}` },
    answer,
  )
  return true
}
