import { EmptyState } from '../../ui/layout/EmptyState'
import { ErrorState } from '../../ui/layout/ErrorState'
import { LinkButton } from '../../ui/controls/Button'
import { PageHeader } from '../../ui/layout/PageHeader'
import type { AnyStandardArea } from '../model/declaration'
import { useLastListPath } from '../model/lastList'
import { wholeListPath } from '../model/paths'
import { isApiError, isMissing } from '../model/problems'

interface RowFailureProps {
  readonly area: AnyStandardArea
  readonly error: unknown
  readonly onRetry: () => void
}

/** Says why a row cannot be shown: it does not exist, or the request failed. */
export function RowFailure({ area, error, onRetry }: RowFailureProps) {
  const { nouns } = area.resource
  const problem = isApiError(error) ? error.problem : null
  const crumbs = [{ label: area.title, href: useLastListPath(area.slug) }]
  if (isMissing(error))
    return (
      <>
        <PageHeader title={`No such ${nouns.one}`} crumbs={crumbs} />
        <EmptyState
          title={`There is no such ${nouns.one}`}
          actions={<LinkButton href={wholeListPath(area.slug)}>All {nouns.many}</LinkButton>}
        >
          It may have been deleted, or the address is not complete.
        </EmptyState>
      </>
    )
  return (
    <>
      <PageHeader title={area.title} crumbs={crumbs} />
      <ErrorState message={problem?.message ?? 'It could not be loaded.'} requestId={problem?.requestId} onRetry={onRetry} />
    </>
  )
}
