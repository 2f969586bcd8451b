import { useState } from 'react'
import { Choice } from '../../ui/controls/Choice'
import { useEnvironment } from '../../ui/environment/Environment'
import { snoozes } from './until'

interface UntilInputProps {
  /** A moment, ISO 8601; null: none that is to come. */
  readonly value: string | null
  readonly onChange: (until: string | null) => void
}

/** What is chosen where none of the usual times is. */
const ANOTHER = 'another'

/** Until when: one of the usual times, or another. */
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

/** The moment of a local time, if it is to come. */
function momentOf(local: string, now: number): string | null {
  const at = new Date(local).getTime()
  return Number.isNaN(at) || at <= now ? null : new Date(at).toISOString()
}
