import { useEffect, useRef, useState, type ReactNode } from 'react'

interface WhenSeenProps {
  /** Gives the place its size before anything is in it. */
  readonly className: string
  readonly children: ReactNode
}

/** How near to the window a place is when what belongs into it begins to load. */
const NEAR = '200px'

/** Holds a place, and fills it from the first time on that the place is seen, or nearly; at once where a browser cannot tell. */
export function WhenSeen({ className, children }: WhenSeenProps) {
  const place = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(typeof IntersectionObserver !== 'function')
  useEffect(() => {
    const { current } = place
    if (current === null || seen) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      {
        rootMargin: NEAR,
      },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [seen])
  return (
    <div ref={place} className={className}>
      {seen && children}
    </div>
  )
}
