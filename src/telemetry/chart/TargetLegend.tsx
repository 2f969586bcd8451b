import { targetWords } from '../words'
import { isBandShown, type Target } from './scale'

interface TargetLegendProps {
  readonly target: Target | null
  readonly unit: string
  /** The values that the chart shows; null: they are in a table. */
  readonly drawn: readonly number[] | null
}

/** The target range in words, with its colour in the chart, or that the chart does not reach it. */
export function TargetLegend({ target, unit, drawn }: TargetLegendProps) {
  const words = target === null ? null : targetWords(target, unit)
  if (target === null || words === null) return null
  const isShown = drawn !== null && isBandShown(drawn, target)
  return (
    <p className="chart-legend">
      {isShown && <span className="chart-key" aria-hidden="true" />} Target range: {words}
      {drawn !== null && !isShown && ', outside this chart'}
    </p>
  )
}
