import { DownloadFailed } from '../../ui/onDemand'

/** A thin bar while the next page's code is on its way (after a second), or why it did not come. */
export function RouteProgress({ wait, onRetry }: { readonly wait: 'none' | 'coming' | 'failed'; readonly onRetry: () => void }) {
  if (wait === 'none') return null
  if (wait === 'coming') return <div className="route-progress" role="progressbar" aria-label="Loading the page" />
  return (
    <DownloadFailed className="alert-over" onRetry={onRetry}>
      The page could not be loaded.
    </DownloadFailed>
  )
}
