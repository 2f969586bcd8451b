import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Returns `value`, which is unknown at prerender time; during hydration returns `prerendered`, which the prerendered page shows. */
export function useAfterPrerender<T>(value: T, prerendered: T): T {
  return useSyncExternalStore(
    never,
    () => value,
    () => prerendered,
  )
}
