import './meter.css'

export interface MeterProps {
  readonly label: string
  /** From 0 to 100. */
  readonly percent: number
}

/** A percentage as a bar and a number. */
export function Meter({ label, percent }: MeterProps) {
  return (
    <span className="meter" role="meter" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
      <svg
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="meter-bar"
        data-full={percent === 100 || undefined}
      >
        <rect className="meter-track" width="100" height="8" />
        <rect className="meter-fill" width={percent} height="8" />
      </svg>
      <span className="meter-number">{percent} %</span>
    </span>
  )
}
