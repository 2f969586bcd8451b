import type { ComponentType } from 'react'
import type { LoadScreen } from '../../crud/area'

const loaded = new Map<LoadScreen, ComponentType>()

/** The screen, once `loadScreens` has brought it. */
export function loadedScreen(load: LoadScreen): ComponentType | undefined {
  return loaded.get(load)
}

/** Brings what is missing; null when everything is here, so that the caller can go on in the same frame. */
export function loadScreens(loads: readonly LoadScreen[]): Promise<unknown> | null {
  const missing = loads.filter((load) => !loaded.has(load))
  if (missing.length === 0) return null
  return Promise.all(missing.map(async (load) => loaded.set(load, (await load()).Screen)))
}
