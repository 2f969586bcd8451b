import './states.css'

export interface ProgressProps {
  readonly label: string
  /** 0 to `max`; null: it is not known how far. */
  readonly value: number | null
  readonly max?: number | undefined
}

/** How far a long piece of work is. */
export function Progress({ label, value, max = 1 }: ProgressProps) {
  return <progress className="progress" aria-label={label} max={max} value={value ?? undefined} />
}
