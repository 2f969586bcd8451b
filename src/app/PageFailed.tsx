import { Button } from '../ui/controls/Button'
import { ReloadLink } from '../ui/overlay/onDemand'
import { SignedOutPage } from './signedOut/SignedOutPage'

export interface PageFailedProps {
  readonly onRetry: () => void
}

export const FAILED_TITLE = 'This page could not be shown'
export const FAILED_WHY = 'The console may have been updated: reload the page. If that does not help, check your connection.'

/** Shown when a page outside the signed-in area, or the whole console, fails to load. */
export function PageFailed({ onRetry }: PageFailedProps) {
  return (
    <SignedOutPage title={FAILED_TITLE} lead={FAILED_WHY} links={[]}>
      <Button variant="primary" size="lg" onClick={onRetry}>
        Retry
      </Button>
      <ReloadLink />
    </SignedOutPage>
  )
}
