import type { Area } from './area'
import type { AnyResource, AnyStandardArea } from './declaration'
import { slugOf } from './paths'

const known: Area[] = []

/** Lets rows of other areas refer to this one's: be looked at and made from there. */
export function register(area: Area): Area {
  known.push(area)
  return area
}

/** What the area of a resource says of itself; null where none shows its rows. Rejects when its code does not come. */
export async function areaOf({ name, path }: AnyResource): Promise<AnyStandardArea | null> {
  // An address mostly tells which one it is; the others are asked only when it does not.
  const slug = slugOf({ path })
  const likely = known.filter((area) => area.slug === slug)
  for (const { declared } of [...likely, ...known.filter((area) => area.slug !== slug)]) {
    const area = await declared?.()
    if (area?.resource.name === name) return area
  }
  return null
}

/** Areas by the names of their resources. */
export type Areas = ReadonlyMap<string, AnyStandardArea>

/** What all areas say of themselves. Rejects when their code does not come. */
export async function allAreas(): Promise<Areas> {
  const areas = await Promise.all(known.map(async ({ declared }) => declared?.()))
  return new Map(areas.flatMap((area) => (area === undefined ? [] : [[area.resource.name, area] as const])))
}
