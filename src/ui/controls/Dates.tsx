import { useId, useState, type SubmitEvent } from 'react'
import { ENTER_BOTH, inputOf, momentOfInput, partlyTyped, zonedLabel } from '../form/dateInput'
import { useZone } from '../text/Time'
import { Button } from './Button'
import '../form/field.css'
import './dates.css'

/** Two moments, in milliseconds since 1970; null: open. */
export interface Ends {
  readonly from: number | null
  readonly to: number | null
}

interface DatesProps extends Ends {
  /** Applies the dates, unless it does not accept them: returns false. */
  readonly onShow: (ends: Ends) => boolean
  /** Why dates are not accepted. */
  readonly fault: string
}

/** A custom range, in the selected time zone; closes the popover that it is in. */
export function Dates({ from, to, onShow, fault }: DatesProps) {
  const zone = useZone()
  const textOf = (at: number | null) => (at === null ? '' : inputOf(at, zone))
  // Null until the user types: an end that is not typed keeps its exact value, in any zone and to the second.
  const [fromTyped, setFrom] = useState<string | null>(null)
  const [toTyped, setTo] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const errorId = useId()
  const endOf = (typed: string | null, before: number | null) => {
    // An input cannot distinguish the repeated hour when clocks go back.
    if (typed === null || typed === textOf(before)) return before
    return typed === '' ? null : momentOfInput(typed, zone)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const [half] = partlyTyped(event.currentTarget)
    half?.focus()
    if (half !== undefined) return setError(ENTER_BOTH)
    const isAccepted = onShow({ from: endOf(fromTyped, from), to: endOf(toTyped, to) })
    setError(isAccepted ? null : fault)
    if (isAccepted) event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
  }
  const field = (label: string, value: string, set: (value: string) => void) => (
    <label className="date">
      <span>{zonedLabel(label, zone)}</span>
      <span className="control">
        <input
          type="datetime-local"
          className="input"
          value={value}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : errorId}
          onChange={({ target }) => set(target.value)}
        />
      </span>
    </label>
  )
  return (
    <form className="dates" aria-label="Dates" noValidate onSubmit={submit}>
      {field('From', fromTyped ?? textOf(from), setFrom)}
      {field('To', toTyped ?? textOf(to), setTo)}
      <Button type="submit" variant="primary">
        Show
      </Button>
      {error !== null && (
        <p id={errorId} role="alert" className="field-error">
          {error}
        </p>
      )}
    </form>
  )
}
