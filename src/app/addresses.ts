import type { LoadPage, Page } from './router/page'

/** The signed-out pages beside sign-in. */
export type AccountPageName = 'SignUp' | 'ForgotPassword' | 'ConfirmationInstructions' | 'ResetPassword' | 'Confirm' | 'LostPage'

/** How the code of the pages is brought: the composition root knows what they stand on. */
export interface PageLoaders {
  readonly signIn: LoadPage
  /** The signed-in area. */
  readonly pages: LoadPage
  readonly account: (page: AccountPageName) => LoadPage
}

/** The top-level routes of spec §2, and ours. What lies under /pages is that area's own business. */
export function createAddresses({ signIn, pages, account }: PageLoaders): (pathname: string) => Page {
  const signedIn: Page = { access: 'session', load: pages }
  const lost: Page = { access: 'anyone', load: account('LostPage') }
  const byPath: Readonly<Record<string, Page>> = {
    '': signedIn,
    '/sign-in': { access: 'guest', load: signIn },
    '/sign-up': { access: 'guest', load: account('SignUp') },
    '/forgot-password': { access: 'guest', load: account('ForgotPassword') },
    '/confirmation-instructions': { access: 'guest', load: account('ConfirmationInstructions') },
    '/reset-password': { access: 'anyone', load: account('ResetPassword') },
    '/confirm': { access: 'anyone', load: account('Confirm') },
  }
  return (pathname) => {
    if (/^\/pages(\/|$)/.test(pathname)) return signedIn
    const path = pathname.replace(/\/+$/, '')
    return (Object.hasOwn(byPath, path) ? byPath[path] : undefined) ?? lost
  }
}
