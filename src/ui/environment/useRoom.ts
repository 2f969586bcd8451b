import { useLayoutEffect, useState, type RefObject } from 'react'

/** CSS pixels of a rem. */
const REM = 16
/** Steps in which the width is reported, in pixels, so that small changes render nothing again. */
const STEP = 4

/** Windows narrower than this show cards in the place of tables; see cards.css. */
const CARDS_BELOW = 640

/** What was measured last. Another list has the same room, and need not be drawn with all its columns first, laid out, and drawn with fewer. */
let latest = Infinity

/**
 * How wide an element is, in rem, before it is first painted and ever after; 0 where tables are cards, and without end where nothing is
 * laid out.
 */
export function useRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(latest)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return undefined
    const measure = () => {
      latest = roomOf(current.clientWidth)
      setRoom(latest)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return room
}

function roomOf(clientWidth: number): number {
  if (window.innerWidth < CARDS_BELOW) return 0
  return clientWidth === 0 ? Infinity : (Math.floor(clientWidth / STEP) * STEP) / REM
}
