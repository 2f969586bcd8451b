import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Returns `value`, which the prerendered page cannot know; during that page's hydration what it has in its place. */
export function useAfterPrerender<T>(value: T, prerendered: T): T {
  return useSyncExternalStore(
    never,
    () => value,
    () => prerendered,
  )
}
