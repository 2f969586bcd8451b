import { ErrorState } from '../../ui/layout/ErrorState'
import { problemOf } from '../model/problems'

interface PreviewPlaceholderProps {
  /** Result of the query's hook. */
  readonly query: { readonly error?: unknown; readonly isFetching: boolean; readonly refetch: () => unknown }
}

/**
 * Placeholder of a preview: a line while it loads, and after a failure the reason and a retry button. Render it inside the status region that
 * then holds the preview: a screen reader announces only what changes in a region that was there before.
 */
export function PreviewPlaceholder({ query: { error, isFetching, refetch } }: PreviewPlaceholderProps) {
  if (error === undefined) return <p>Looking …</p>
  const { message, requestId } = problemOf(error)
  return (
    <ErrorState
      title="The preview could not be loaded"
      message={message}
      requestId={requestId}
      onRetry={() => void refetch()}
      busy={isFetching}
    />
  )
}
