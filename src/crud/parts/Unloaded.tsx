import { ErrorState } from '../../ui/layout/ErrorState'
import { SkeletonRows } from '../../ui/layout/Skeleton'
import { problemOf } from '../model/problems'

interface FailureProps {
  /** Result of the query's hook. */
  readonly query: { readonly error?: unknown; readonly isFetching: boolean; readonly refetch: () => unknown }
  readonly title?: string
}

interface UnloadedProps extends Pick<FailureProps, 'query'> {
  readonly rows?: number
  readonly columns: number
  /** Label for screen readers, e.g. "Loading …". */
  readonly label: string
}

/** Placeholder of a query's answer: a skeleton while it loads, and after a failure the reason and a retry button. */
export function Unloaded({ query, rows = 3, columns, label }: UnloadedProps) {
  if (query.error === undefined) return <SkeletonRows rows={rows} columns={columns} label={label} />
  return <QueryFailure query={query} />
}

/** Why a query failed, with a retry button. */
export function QueryFailure({ query: { error, isFetching, refetch }, title }: FailureProps) {
  const { message, requestId } = problemOf(error)
  return <ErrorState title={title} message={message} requestId={requestId} onRetry={() => void refetch()} busy={isFetching} />
}
