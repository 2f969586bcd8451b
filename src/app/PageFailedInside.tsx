import { ErrorState } from '../ui/layout/ErrorState'
import { ReloadLink } from '../ui/overlay/onDemand'
import { PageHeader } from '../ui/layout/PageHeader'
import { FAILED_TITLE, FAILED_WHY, type PageFailedProps } from './PageFailed'

/** Shown when a page of the signed-in area fails to load; the menu stays. */
export function PageFailedInside({ onRetry }: PageFailedProps) {
  return (
    <>
      <PageHeader title={FAILED_TITLE} />
      <ErrorState title={null} message={FAILED_WHY} onRetry={onRetry} actions={<ReloadLink />} />
    </>
  )
}
