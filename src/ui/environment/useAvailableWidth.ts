import { useLayoutEffect, useState, type RefObject } from 'react'

/** Granularity of the reported width in pixels, so that small changes do not re-render. */
const STEP = 4

/** Where tables are cards; see cards.css. As a media query, because a phone enlarges `innerWidth` to what overflows. */
const CARDS = '(width < 640px)'

/** The last measured width, with which the next element begins. Null before the first measurement. */
let lastWidth: number | null = null

/**
 * The width of an element in rem, measured before the paint and on every resize; 0 where tables are cards, Infinity where nothing is laid
 * out. The first element gets null at first: what waits for its width need not be laid out twice.
 */
export function useAvailableWidth(element: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState(lastWidth)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return undefined
    const measure = () => {
      lastWidth = availableWidth(current.clientWidth)
      setWidth(lastWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}

function availableWidth(clientWidth: number): number {
  if (matchMedia(CARDS).matches) return 0
  return clientWidth === 0 ? Infinity : (Math.floor(clientWidth / STEP) * STEP) / pixelsOfRem()
}

/** More than 16 where the user chose a larger text in the browser’s settings. */
function pixelsOfRem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
}
