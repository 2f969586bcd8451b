import { LinkButton } from '../../ui/controls/Button'
import { SignedOutPage } from './SignedOutPage'

/** The last page of a mailed link: says what is done, and leads to sign-in. */
export function SuccessPage(texts: { readonly title: string; readonly lead: string }) {
  return (
    <SignedOutPage {...texts} links={[]}>
      <LinkButton href="/sign-in" variant="primary" size="lg">
        Sign in
      </LinkButton>
    </SignedOutPage>
  )
}
