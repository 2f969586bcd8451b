import { LinkButton } from '../../ui/controls/Button'
import { SignedOutPage } from './SignedOutPage'

/** Shown for an unknown address outside the signed-in area. */
export function LostPage() {
  return (
    <SignedOutPage
      title="Page not found"
      lead="There is no page at this address. It may have moved, or the link has a typing error."
      links={[]}
    >
      <LinkButton href="/" variant="primary" size="lg">
        Go to the start
      </LinkButton>
    </SignedOutPage>
  )
}
