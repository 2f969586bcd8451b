import { useState } from 'react'
import { Choice } from '../../ui/controls/Choice'
import { useEnvironment } from '../../ui/environment/Environment'
import { momentOfInput, zonedLabel } from '../../ui/form/dateInput'
import { useZone } from '../../ui/text/Time'
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
  const zone = useZone()
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
          <span className="field-label">{zonedLabel('Until', zone)}</span>
          <span className="control">
            <input
              type="datetime-local"
              className="input"
              onChange={({ target }) => onChange(futureOf(momentOfInput(target.value, zone), now()))}
            />
          </span>
        </label>
      )}
    </>
  )
}

/** A moment as text; null when it is not in the future. */
function futureOf(at: number, now: number): string | null {
  return at > now ? new Date(at).toISOString() : null
}
