import type { ComponentProps } from 'react'
import { cx } from '../environment/classes'
import './segments.css'

interface SegmentProps extends ComponentProps<'button'> {
  readonly on: boolean
}

/** A button of a segmented control. */
export function Segment({ on, ...rest }: SegmentProps) {
  return <button type="button" {...rest} className={cx('segment', on && 'segment-on')} />
}

interface SegmentsProps<Choice extends string> {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly chosen: Choice
  readonly onChoose: (choice: Choice) => void
}

/** A segmented control: a few options, one of them active. */
export function Segments<Choice extends string>({ label, choices, chosen, onChoose }: SegmentsProps<Choice>) {
  return (
    <div className="segments" role="group" aria-label={label}>
      {choices.map((choice) => (
        <Segment key={choice} on={choice === chosen} aria-pressed={choice === chosen} onClick={() => onChoose(choice)}>
          {choice}
        </Segment>
      ))}
    </div>
  )
}
