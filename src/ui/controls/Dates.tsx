import { useId, useState, type SubmitEvent } from 'react'
import { inputOf, momentOfInput } from '../form/dateInput'
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
  const [fromText, setFrom] = useState(() => textOf(from))
  const [toText, setTo] = useState(() => textOf(to))
  const [isRefused, setRefused] = useState(false)
  const faultId = useId()
  // An unchanged end keeps its exact value: an input has no seconds, and cannot distinguish the repeated hour when clocks go back.
  const endOf = (text: string, before: number | null) => {
    if (text === textOf(before)) return before
    return text === '' ? null : momentOfInput(text, zone)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isAccepted = onShow({ from: endOf(fromText, from), to: endOf(toText, to) })
    setRefused(!isAccepted)
    if (isAccepted) event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
  }
  const field = (label: string, value: string, set: (value: string) => void) => (
    <label className="date">
      <span>{`${label} (${zone === 'utc' ? 'UTC' : 'local time'})`}</span>
      <span className="control">
        <input
          type="datetime-local"
          className="input"
          value={value}
          aria-invalid={isRefused}
          aria-describedby={isRefused ? faultId : undefined}
          onChange={({ target }) => set(target.value)}
        />
      </span>
    </label>
  )
  return (
    <form className="dates" aria-label="Dates" noValidate onSubmit={submit}>
      {field('From', fromText, setFrom)}
      {field('To', toText, setTo)}
      <Button type="submit" variant="primary">
        Show
      </Button>
      {isRefused && (
        <p id={faultId} role="alert" className="field-error">
          {fault}
        </p>
      )}
    </form>
  )
}
