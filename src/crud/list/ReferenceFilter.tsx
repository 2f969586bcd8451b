import { panelOnDemand } from '../../ui/overlay/onDemand'
import { Popover } from '../../ui/overlay/Popover'
import { SkeletonRows } from '../../ui/layout/Skeleton'
import type { ReferencePickerProps } from './ReferencePicker'

const ReferencePicker = panelOnDemand(async () => (await import('./ReferencePicker')).ReferencePicker, Waiting)

/** Filters by a row of another resource; the picker's code loads when the user reaches for it. */
export function ReferenceFilter({ title, target, values, onChange }: ReferencePickerProps) {
  return (
    <Popover label={title} count={values.length}>
      <ReferencePicker title={title} target={target} values={values} onChange={onChange} />
    </Popover>
  )
}

function Waiting() {
  return <SkeletonRows rows={1} columns={1} />
}
