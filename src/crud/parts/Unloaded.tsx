import { ErrorState } from '../../ui/layout/ErrorState'
import { SkeletonRows } from '../../ui/layout/Skeleton'
import { problemOf } from '../model/problems'

interface UnloadedProps {
  /** Result of the query's hook. */
  readonly query: { readonly error?: unknown; readonly isFetching: boolean; readonly refetch: () => unknown }
  readonly rows?: number
  readonly columns: number
  /** Label for screen readers, e.g. "Loading …". */
  readonly label: string
}

/** Placeholder of a query's answer: a skeleton while it loads, and after a failure the reason and a retry button. */
export function Unloaded({ query: { error, isFetching, refetch }, rows = 3, columns, label }: UnloadedProps) {
  if (error === undefined) return <SkeletonRows rows={rows} columns={columns} label={label} />
  const { message, requestId } = problemOf(error)
  return <ErrorState message={message} requestId={requestId} onRetry={() => void refetch()} busy={isFetching} />
}
