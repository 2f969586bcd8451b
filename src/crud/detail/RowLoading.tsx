import { SkeletonRows } from '../../ui/layout/Skeleton'

/** Skeleton of a loading row; appears only after a noticeable wait. */
export function RowLoading() {
  return (
    <div aria-busy="true">
      <SkeletonRows rows={6} columns={2} />
    </div>
  )
}
