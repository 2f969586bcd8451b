import { useLayoutEffect, useState, type RefObject } from 'react'

/** CSS pixels of a rem. */
const REM = 16
/** Steps in which the width is told, in pixels: what does not change is not drawn anew. */
const STEP = 4

/** How wide an element is, in rem, before it is first painted and ever after; without end where nothing is laid out. */
export function useRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Infinity)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return undefined
    const measure = () => setRoom(current.clientWidth === 0 ? Infinity : (Math.floor(current.clientWidth / STEP) * STEP) / REM)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return room
}
