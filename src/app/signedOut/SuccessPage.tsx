import { LinkButton } from '../../ui/controls/Button'
import { useIsSignedIn } from '../SessionProvider'
import { SignedOutPage, accountLinks } from './SignedOutPage'

/** The last page of a mailed link: says what is done, and leads to sign-in, or a signed-in user to the console. */
export function SuccessPage(texts: { readonly title: string; readonly lead: string }) {
  const { href, label } = useIsSignedIn() ? accountLinks.console : accountLinks.signIn
  return (
    <SignedOutPage {...texts} links={[]}>
      <LinkButton href={href} variant="primary" size="lg">
        {label}
      </LinkButton>
    </SignedOutPage>
  )
}
