// Adds to the page of the API documentation (/docs, Swagger UI) the console's look, and the reader's session for its calls.
import { browserClock, browserStores } from '../../auth/browser'
import { decrypt, encrypt } from '../../auth/cipher'
import { createVault } from '../../auth/vault'
import '../../ui/style/fonts.css'
import '../../ui/style/tokens.css'
import './reader.css'
import { createHeader } from './header'
import { withSessionToken, type ReaderRequest } from './withSessionToken'

const { now } = browserClock(window)
const vault = createVault(browserStores(window), now, () => Promise.resolve({ encrypt, decrypt }))
const { bar, show } = createHeader()

/** Shows in the bar what the session is now, and returns its token; null when it cannot be used. */
const renew = async (): Promise<string | null> => {
  // Each time, because somebody may have signed in in another tab since.
  await vault.prepare()
  const stored = vault.read()
  const token = stored.kind === 'token' && stored.expiresAt > now() ? stored.token : null
  show(stored.kind !== 'token' ? 'none' : token === null ? 'expired' : 'valid')
  return token
}

declare global {
  /** The server passes this to Swagger UI as its `requestInterceptor`. */
  var frondSigned: (request: ReaderRequest) => Promise<ReaderRequest>
}
globalThis.frondSigned = async (request) => withSessionToken(request, window.origin, await renew())

const theme = /(?:^|; )frond\.theme=(light|dark)/.exec(document.cookie)?.[1]
if (theme !== undefined) document.documentElement.dataset['theme'] = theme
const viewport = document.createElement('meta')
viewport.name = 'viewport'
viewport.content = 'width=device-width'
document.head.append(viewport)
void renew().then(() => document.body.prepend(bar))
document.addEventListener('visibilitychange', () => void renew())
