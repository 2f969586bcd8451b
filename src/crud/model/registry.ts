import type { Area } from './area'
import type { AnyResource, AnyStandardArea } from './declaration'
import { slugOf } from './paths'

const registered: Area[] = []

/** Registers an area, so that other areas can show and create its rows. */
export function register(area: Area): Area {
  registered.push(area)
  return area
}

/** The declaration of a resource's area; null when no area shows its rows. Rejects when its code does not load. */
export async function areaOf({ name, path }: AnyResource): Promise<AnyStandardArea | null> {
  // The slug mostly identifies the area; the code of other areas is loaded only when it does not.
  const slug = slugOf({ path })
  const likely = registered.filter((area) => area.slug === slug)
  for (const { declared } of [...likely, ...registered.filter((area) => area.slug !== slug)]) {
    const area = await declared()
    if (area.resource.name === name) return area
  }
  return null
}

/** Areas by resource name. */
export type Areas = ReadonlyMap<string, AnyStandardArea>

/** The declarations of all areas. Rejects when their code does not load. */
export async function allAreas(): Promise<Areas> {
  const areas = await Promise.all(registered.map(({ declared }) => declared()))
  return new Map(areas.map((area) => [area.resource.name, area]))
}
