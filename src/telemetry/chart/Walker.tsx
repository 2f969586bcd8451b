import type { ReactNode } from 'react'
import { indexAfterKey } from '../../ui/chart/arrowKeys'

interface WalkerProps {
  readonly label: string
  /** Number of points. */
  readonly count: number
  /** Index of the selected point; null: none. */
  readonly at: number | null
  /** The selected point, otherwise the last one, in words. */
  readonly words: string | undefined
  readonly onStep: (at: number) => void
  readonly children: ReactNode
}

/** The frame of a chart; arrow keys move along its points, and each is described in words. */
export function Walker({ label, count, at, words, onStep, children }: WalkerProps) {
  const last = count - 1
  return (
    <div
      className="chart-frame"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={(at ?? last) + 1}
      aria-valuetext={words}
      onKeyDown={(event) => {
        const next = indexAfterKey(event.key, at, last)
        if (next === null) return
        event.preventDefault()
        onStep(next)
      }}
    >
      {children}
    </div>
  )
}
