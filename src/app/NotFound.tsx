import { LinkButton } from '../ui/controls/Button'
import { EmptyState } from '../ui/layout/EmptyState'
import { PageHeader } from '../ui/layout/PageHeader'
import { DASHBOARD_PATH } from '../auth/returnUrl'

/** Shown for an unknown address in the signed-in area. */
export function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        art="magnifier"
        title="There is no page at this address"
        actions={
          <LinkButton href={DASHBOARD_PATH} variant="primary">
            Go to the dashboard
          </LinkButton>
        }
      >
        It may have moved, or the link has a typing error.
      </EmptyState>
    </>
  )
}
