import { useId, useState } from 'react'
import { Choice } from '../../ui/controls/Choice'
import { cx } from '../../ui/environment/classes'
import { useEnvironment } from '../../ui/environment/Environment'
import { momentOfInput, zonedLabel } from '../../ui/form/dateInput'
import { FieldNotes } from '../../ui/form/Field'
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
  const [isPast, setPast] = useState(false)
  const id = useId()
  const options = [...usual.map(({ label, until }) => ({ value: until, label })), { value: ANOTHER, label: 'Until another time' }]
  return (
    <>
      <Choice
        legend="How long"
        value={isAnother ? ANOTHER : (value ?? '')}
        options={options}
        onChange={(chosen) => {
          setAnother(chosen === ANOTHER)
          setPast(false)
          onChange(chosen === ANOTHER ? null : chosen)
        }}
      />
      {isAnother && (
        <div className="field">
          <label htmlFor={id} className="field-label">
            {zonedLabel('Until', zone)}
          </label>
          <span className={cx('control', isPast && 'control-invalid')}>
            <input
              id={id}
              type="datetime-local"
              className="input"
              aria-invalid={isPast || undefined}
              aria-describedby={isPast ? `${id}-error` : undefined}
              onChange={({ target }) => {
                setPast(false)
                onChange(futureOf(momentOfInput(target.value, zone), now()))
              }}
              // Not while it is typed: the first digits of a year are long past.
              onBlur={({ target }) => setPast(momentOfInput(target.value, zone) <= now())}
            />
          </span>
          <FieldNotes id={id} error={isPast ? 'Choose a time in the future' : null} />
        </div>
      )}
    </>
  )
}

/** A moment as text; null when it is not in the future. */
function futureOf(at: number, now: number): string | null {
  return at > now ? new Date(at).toISOString() : null
}
