import { useState, type KeyboardEvent } from 'react'
import { cx } from '../environment/classes'
import './spark.css'
import { indexAfterKey } from './arrowKeys'

/** A bar of the chart. */
export interface Bar {
  readonly key: string
  /** From 0; null: unknown, drawn as a gap. */
  readonly value: number | null
  /** The bar's full text: "20 Nov 2026, 14:00: 1,284 readings". */
  readonly words: string
}

interface BarsProps {
  readonly label: string
  readonly bars: readonly Bar[]
  /** The maximum of the scale, and its label. */
  readonly top: number
  readonly topWords: string
  /** Labels below the first and the last bar. */
  readonly ends: readonly [string, string]
  /** Shown below while no bar is selected. */
  readonly hint: string
  /** Bars below this value are highlighted as abnormal. */
  readonly lowBelow?: number
}

/** A bar chart. The bar under the pointer, or selected with the arrow keys, is highlighted and described in words. */
export function Bars({ label, bars, top, topWords, ends, hint, lowBelow = 0 }: BarsProps) {
  const [place, setPlace] = useState<number | null>(null)
  const last = bars.length - 1
  const at = place === null ? null : Math.min(place, last)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = indexAfterKey(event, at, last)
    if (next === null) return
    event.preventDefault()
    setPlace(next)
  }
  return (
    <div className="bars">
      <p className="bars-top" aria-hidden="true">
        {topWords}
      </p>
      <div
        className="bars-frame"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={last + 1}
        aria-valuenow={(at ?? last) + 1}
        aria-valuetext={bars[at ?? last]?.words}
        onKeyDown={onKeyDown}
        // On a touch screen the pointer leaves when the finger is lifted: the bar that it touched stays selected.
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setPlace(null)}
      >
        <svg viewBox={`0 0 ${bars.length} 100`} preserveAspectRatio="none" aria-hidden="true">
          {bars.map(({ key, value }, nth) => (
            <g key={key} className={cx('bar', at === nth && 'bar-at')} onPointerEnter={() => setPlace(nth)}>
              <rect className="bar-ground" x={nth} y={0} width={1} height={100} />
              {value !== null && (
                <rect
                  className={cx('bar-value', value < lowBelow && 'bar-low')}
                  x={nth + 0.1}
                  y={100 - heightOf(value, top)}
                  width={0.8}
                  height={heightOf(value, top)}
                />
              )}
            </g>
          ))}
        </svg>
      </div>
      <p className="bars-ends" aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
      <p className="bars-readout">{at === null ? hint : bars[at]?.words}</p>
    </div>
  )
}

/** Percent of the frame; values above 0 have a visible minimum. */
function heightOf(value: number, top: number): number {
  return value <= 0 || top <= 0 ? 0 : Math.max(1.5, Math.min(1, value / top) * 100)
}
