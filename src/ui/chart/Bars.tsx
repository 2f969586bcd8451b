import { useState, type KeyboardEvent } from 'react'
import { cx } from '../environment/classes'
import './spark.css'
import { stepped } from './walk'

/** One bar. */
export interface Bar {
  readonly key: string
  /** From 0; null: not known, which is drawn as a gap. */
  readonly value: number | null
  /** All that the bar tells: "20 Nov 2026, 14:00: 1,284 readings". */
  readonly words: string
}

interface BarsProps {
  readonly label: string
  readonly bars: readonly Bar[]
  /** The value of the highest bar that there is room for, and its words. */
  readonly top: number
  readonly topWords: string
  /** Words under the first and the last bar. */
  readonly ends: readonly [string, string]
  /** What stands below while no bar is pointed at. */
  readonly hint: string
  /** A bar lower than this is drawn as one that is not as it should be. */
  readonly lowBelow?: number
}

/** Amounts side by side. The bar that is pointed at, or walked to with the arrow keys, is marked and said in words. */
export function Bars({ label, bars, top, topWords, ends, hint, lowBelow = 0 }: BarsProps) {
  const [place, setPlace] = useState<number | null>(null)
  const last = bars.length - 1
  const at = place === null ? null : Math.min(place, last)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepped(event.key, at, last)
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
        onPointerLeave={() => setPlace(null)}
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

/** Percent of the frame; what is more than nothing is seen. */
function heightOf(value: number, top: number): number {
  return value <= 0 || top <= 0 ? 0 : Math.max(1.5, Math.min(1, value / top) * 100)
}
