import type { ReactNode } from 'react'
import { counted } from '../../crud/model/words'
import { indexAfterKey } from '../../ui/chart/arrowKeys'
import type { useInspected } from './useInspected'

// Without a canvas, the words below the chart and the table have all the data.
const draws = typeof Path2D === 'function'

interface WalkerProps {
  readonly label: string
  readonly inspected: ReturnType<typeof useInspected>
  /** The inspected point, otherwise the last one, in words. */
  readonly words: string | undefined
  /** The inspected point, in the words below the chart. */
  readonly readout: string | undefined
  /** The drawing. */
  readonly children: ReactNode
}

/** The frame of a chart; arrow keys move along its points, and each is described in words. */
export function Walker({ label, inspected: { moments, at, shown, inspect }, words, readout, children }: WalkerProps) {
  return (
    <>
      <div
        className="chart-frame"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={moments.length}
        aria-valuenow={shown + 1}
        aria-valuetext={words}
        onKeyDown={(event) => {
          const next = indexAfterKey(event, at, moments.length - 1)
          if (next === null) return
          event.preventDefault()
          inspect(moments[next] ?? null)
        }}
      >
        {draws && children}
      </div>
      <p className="chart-readout">
        {at === null
          ? `${counted(moments.length, { one: 'point', many: 'points' })}. Point at the chart or use arrow keys; drag to zoom.`
          : readout}
      </p>
    </>
  )
}
