import { useLayoutEffect, useState, type RefObject } from 'react'

/** CSS pixels of a rem. */
const REM = 16
/** Steps in which the width is reported, in pixels, so that small changes render nothing again. */
const STEP = 4

/** Windows narrower than this show cards in the place of tables; see cards.css. */
const CARDS_BELOW = 640

/**
 * How wide an element is, in rem, before it is first painted and ever after; 0 where tables are cards, and without end where nothing is
 * laid out.
 */
export function useRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Infinity)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return undefined
    const measure = () => {
      const { clientWidth } = current
      if (window.innerWidth < CARDS_BELOW) setRoom(0)
      else setRoom(clientWidth === 0 ? Infinity : (Math.floor(clientWidth / STEP) * STEP) / REM)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return room
}
