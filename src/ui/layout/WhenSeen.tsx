import { useEffect, useRef, useState, type ReactNode } from 'react'

interface WhenSeenProps {
  /** Must size the placeholder. */
  readonly className: string
  readonly children: ReactNode
}

/** Distance from the viewport at which the content starts to load. */
const MARGIN = '200px'

/** A placeholder that renders its content once it comes near the viewport; at once in browsers without IntersectionObserver. */
export function WhenSeen({ className, children }: WhenSeenProps) {
  const place = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(typeof IntersectionObserver !== 'function')
  useEffect(() => {
    const { current } = place
    if (current === null || seen) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      {
        rootMargin: MARGIN,
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
