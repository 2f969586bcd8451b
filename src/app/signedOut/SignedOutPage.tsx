import { useEffect, type ReactNode } from 'react'
import { DASHBOARD_PATH, SIGN_IN_PATH } from '../../auth/returnUrl'
import { useEnvironment } from '../../ui/environment/Environment'
import { Link } from '../../ui/controls/Link'
import { Logo } from '../../ui/layout/Logo'
import { useAfterPrerender } from '../afterPrerender'
import { useIsSignedIn } from '../SessionProvider'
import './signedOut.css'

interface Props {
  readonly title: string
  readonly lead?: ReactNode
  readonly children?: ReactNode
  /** As a guest sees them where anybody may sign up. */
  readonly links: readonly AccountLink[]
  /** The page's data is loading. */
  readonly busy?: boolean
}

/** A link to another page. */
export interface AccountLink {
  readonly href: string
  readonly label: string
  /** Text before the link, e.g. "New here?". */
  readonly before?: string
}

export const accountLinks = {
  signIn: { href: SIGN_IN_PATH, label: 'Sign in', before: 'Have an account?' },
  signUp: { href: '/sign-up', label: 'Sign up', before: 'New here?' },
  forgotPassword: { href: '/forgot-password', label: 'Forgot password?' },
  confirmation: { href: '/confirmation-instructions', label: 'Send confirmation instructions again' },
  console: { href: DASHBOARD_PATH, label: 'Go to the console' },
} as const satisfies Record<string, AccountLink>

/** The frame of the signed-out pages: the brand on one side of a wide screen, a card on the other. */
export function SignedOutPage({ title, lead, children, links, busy = false }: Props) {
  // Another step replaces the pressed button, and the focus would be lost: its heading announces it.
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true })
  }, [title])
  return (
    <div className="account">
      <aside className="account-side" aria-hidden="true">
        <p className="account-claim">Every plant, every sensor, one calm place.</p>
      </aside>
      <main id="main" className="account-main" aria-busy={busy || undefined}>
        <p className="account-brand">
          <Logo word />
        </p>
        <section className="account-card">
          <h1 tabIndex={-1}>{title}</h1>
          {lead !== undefined && <p className="account-lead">{lead}</p>}
          {children}
        </section>
        {links.length > 0 && <Links links={links} />}
      </main>
    </div>
  )
}

/** The links as the visitor needs them: sign-in and sign-up are for guests, and a server may take no new accounts. */
function Links({ links }: Pick<Props, 'links'>) {
  const isSignedIn = useIsSignedIn()
  // beforePaint.ts hides the prerendered link.
  const isClosed = useAfterPrerender(useEnvironment().registration === 'closed', false)
  return (
    <ul className="account-links">
      {links
        .filter((link) => link !== accountLinks.signUp || !(isSignedIn || isClosed))
        .map((link): AccountLink => (isSignedIn && link === accountLinks.signIn ? accountLinks.console : link))
        .map((link) => (
          <li key={link.href}>
            {link.before} <Link href={link.href}>{link.label}</Link>
          </li>
        ))}
    </ul>
  )
}
