import { ErrorState } from '../../ui/layout/ErrorState'
import { SkeletonRows } from '../../ui/layout/Skeleton'
import { isApiError, sentenceOf } from '../model/problems'

interface UnloadedProps {
  /** What the hook of the query gave. */
  readonly query: { readonly error?: unknown; readonly isFetching: boolean; readonly refetch: () => unknown }
  readonly rows?: number
  readonly columns: number
  /** "Loading …" */
  readonly label: string
}

/** Stands where the answer of a query will: its outline while it comes, and once it failed why, and a way to try again. */
export function Unloaded({ query: { error, isFetching, refetch }, rows = 3, columns, label }: UnloadedProps) {
  if (error === undefined || isFetching) return <SkeletonRows rows={rows} columns={columns} label={label} />
  return (
    <ErrorState
      message={sentenceOf(error)}
      requestId={isApiError(error) ? error.problem.requestId : null}
      onRetry={() => void refetch()}
    />
  )
}
