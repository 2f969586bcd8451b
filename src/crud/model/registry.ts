import type { Area } from './area'
import type { AnyResource, AnyStandardArea } from './declaration'

const registered: Area[] = []

/** Registers an area, so that other areas can show and create its rows. */
export function register(area: Area): Area {
  registered.push(area)
  return area
}

/** Areas by resource name. */
export type Areas = ReadonlyMap<string, AnyStandardArea>

/** The declarations of all areas. Rejects when their code does not load. */
export async function allAreas(): Promise<Areas> {
  const areas = await Promise.all(registered.map(({ declared }) => declared()))
  return new Map(areas.map((area) => [area.resource.name, area]))
}

/** The declaration of a resource's area; null when no area shows its rows. Rejects when the areas' code does not load. */
export async function areaOf({ name }: AnyResource): Promise<AnyStandardArea | null> {
  return (await allAreas()).get(name) ?? null
}
