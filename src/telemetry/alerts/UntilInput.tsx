import { useState } from 'react'
import { Choice } from '../../ui/controls/Choice'
import { useEnvironment } from '../../ui/environment/Environment'
import { snoozes } from './until'

interface UntilInputProps {
  /** A moment, ISO 8601; null when it is missing or past. */
  readonly value: string | null
  readonly onChange: (until: string | null) => void
}

/** Value of the choice of a custom time. */
const ANOTHER = 'another'

/** The end of a snooze: one of the suggested times, or a custom one. */
export function UntilInput({ value, onChange }: UntilInputProps) {
  const { now } = useEnvironment()
  const [usual] = useState(() => snoozes(now()))
  const [isAnother, setAnother] = useState(false)
  const options = [...usual.map(({ label, until }) => ({ value: until, label })), { value: ANOTHER, label: 'Until another time' }]
  return (
    <>
      <Choice
        legend="How long"
        value={isAnother ? ANOTHER : (value ?? '')}
        options={options}
        disabled={false}
        onChange={(chosen) => {
          setAnother(chosen === ANOTHER)
          onChange(chosen === ANOTHER ? null : chosen)
        }}
      />
      {isAnother && (
        <label className="field">
          <span className="field-label">Until</span>
          <span className="control">
            <input type="datetime-local" className="input" onChange={(event) => onChange(momentOf(event.target.value, now()))} />
          </span>
        </label>
      )}
    </>
  )
}

/** The moment of a local time; null when it is not in the future. */
function momentOf(local: string, now: number): string | null {
  const at = new Date(local).getTime()
  return Number.isNaN(at) || at <= now ? null : new Date(at).toISOString()
}
