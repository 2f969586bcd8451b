import { LinkButton } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { PageHeader } from '../ui/PageHeader'
import { DASHBOARD_PATH } from '../auth/returnUrl'

/** An area that has its place in the menu and no screens yet. */
export function UnbuiltArea({ title }: { readonly title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        art="trowel"
        title="This area is not built yet"
        actions={<LinkButton href={DASHBOARD_PATH}>Go to the dashboard</LinkButton>}
      >
        Its place in the menu is kept for it.
      </EmptyState>
    </>
  )
}
