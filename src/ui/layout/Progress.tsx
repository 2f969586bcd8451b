import './states.css'

export interface ProgressProps {
  readonly label: string
  /** From 0 to `max`; null: indeterminate. */
  readonly value: number | null
  readonly max?: number | undefined
}

/** Progress of a long task. */
export function Progress({ label, value, max = 1 }: ProgressProps) {
  return <progress className="progress" aria-label={label} max={max} value={value ?? undefined} />
}
