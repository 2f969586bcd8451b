import { EmptyState } from '../../ui/layout/EmptyState'
import { ErrorState } from '../../ui/layout/ErrorState'
import { LinkButton } from '../../ui/controls/Button'
import { PageHeader } from '../../ui/layout/PageHeader'
import type { AnyStandardArea } from '../model/declaration'
import { useLastListPath } from '../model/lastList'
import { wholeListPath } from '../model/paths'
import { isMissing, problemOf } from '../model/problems'
import { RowLoading } from './RowLoading'

interface RowFailureProps {
  readonly area: AnyStandardArea
  readonly error: unknown
  readonly onRetry: () => void
  /** The row is being requested again. */
  readonly busy: boolean
}

/** Says why a row cannot be shown: it does not exist, or the request failed. */
export function RowFailure({ area, error, onRetry, busy }: RowFailureProps) {
  const { nouns } = area.resource
  const crumbs = [{ label: area.title, href: useLastListPath(area.slug) }]
  // The cached answer may no longer be true.
  if (isMissing(error) && busy) return <RowLoading />
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
  const { message, requestId } = problemOf(error)
  return (
    <>
      <PageHeader title={area.title} crumbs={crumbs} />
      <ErrorState message={message} requestId={requestId} onRetry={onRetry} busy={busy} />
    </>
  )
}
