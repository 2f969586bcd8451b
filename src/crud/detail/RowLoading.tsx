import { SkeletonRows } from '../../ui/layout/Skeleton'

/** A row on its way: its outline, shown once the wait is long enough to notice. */
export function RowLoading() {
  return (
    <div aria-busy="true">
      <SkeletonRows rows={6} columns={2} />
    </div>
  )
}
