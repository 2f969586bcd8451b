import type { ComponentProps } from 'react'
import { cx } from '../environment/classes'
import './segment.css'

interface SegmentProps extends ComponentProps<'button'> {
  readonly on: boolean
}

/** A button of a segmented control, whose group has the class `segments`. */
export function Segment({ on, ...rest }: SegmentProps) {
  return <button type="button" aria-pressed={on} {...rest} className={cx('segment', on && 'segment-on')} />
}
