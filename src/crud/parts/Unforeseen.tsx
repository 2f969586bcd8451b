import { ErrorState } from '../../ui/layout/ErrorState'
import { isApiError, sentenceOf } from '../model/problems'

interface UnforeseenProps {
  /** What the hook of the query gave. */
  readonly query: { readonly error?: unknown; readonly isFetching: boolean; readonly refetch: () => unknown }
}

/** Stands where what a form would do will be told: a line while it is asked for, and once that failed why, and a way to try again. */
export function Unforeseen({ query: { error, isFetching, refetch } }: UnforeseenProps) {
  if (error === undefined || isFetching) return <p role="status">Looking …</p>
  return (
    <ErrorState
      title="This could not be worked out"
      message={sentenceOf(error)}
      requestId={isApiError(error) ? error.problem.requestId : null}
      onRetry={() => void refetch()}
    />
  )
}
