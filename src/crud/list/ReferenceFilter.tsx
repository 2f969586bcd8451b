import { lazy, Suspense, useState } from 'react'
import { Popover } from '../../ui/Popover'
import { SkeletonRows } from '../../ui/Skeleton'
import type { AnyResource } from '../declaration'

const ReferencePicker = lazy(async () => ({ default: (await import('./ReferencePicker')).ReferencePicker }))

interface ReferenceFilterProps {
  readonly title: string
  readonly target: AnyResource
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

/** Filters by a row of another resource; the picker's code comes when the user reaches for it. */
export function ReferenceFilter({ title, target, values, onChange }: ReferenceFilterProps) {
  const [reached, setReached] = useState(false)
  const reach = () => setReached(true)
  return (
    <div onPointerEnter={reach} onFocus={reach} onPointerDown={reach}>
      <Popover label={title} count={values.length} look="filter">
        {reached && (
          <Suspense fallback={<SkeletonRows rows={1} columns={1} />}>
            <ReferencePicker title={title} target={target} values={values} onChange={onChange} />
          </Suspense>
        )}
      </Popover>
    </div>
  )
}
