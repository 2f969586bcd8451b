/** A thin bar while the next page's code is on its way (after a second), or why it did not come. */
export function RouteProgress({ wait, onRetry }: { readonly wait: 'none' | 'coming' | 'failed'; readonly onRetry: () => void }) {
  if (wait === 'none') return null
  if (wait === 'coming') return <div className="route-progress" role="progressbar" aria-label="Loading the page" />
  return (
    <div className="route-failed" role="alert">
      <span>The page could not be loaded.</span>
      <button type="button" onClick={onRetry}>
        Retry
      </button>
    </div>
  )
}
