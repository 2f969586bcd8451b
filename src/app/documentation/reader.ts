// Adds to the page of the API documentation (/docs, Swagger UI) the console's look, and the reader's session for its calls.
import { browserClock, browserStores } from '../../auth/browser'
import { decrypt, encrypt } from '../../auth/cipher'
import { createVault } from '../../auth/vault'
import '../../ui/style/fonts.css'
import '../../ui/style/tokens.css'
import './reader.css'
import { header } from './header'
import { signed, type ReaderRequest } from './signed'

const { now } = browserClock(window)
const vault = createVault(browserStores(window), now, () => Promise.resolve({ encrypt, decrypt }))
const session = vault.prepare()

const token = async (): Promise<string | null> => {
  await session
  const held = vault.read()
  return held.kind === 'held' && held.expiresAt > now() ? held.token : null
}

declare global {
  /** The server passes this to Swagger UI as its `requestInterceptor`. */
  var frondSigned: (request: ReaderRequest) => Promise<ReaderRequest>
}
globalThis.frondSigned = async (request) => signed(request, window.origin, await token())

const theme = /(?:^|; )frond\.theme=(light|dark)/.exec(document.cookie)?.[1]
if (theme !== undefined) document.documentElement.dataset['theme'] = theme
const viewport = document.createElement('meta')
viewport.name = 'viewport'
viewport.content = 'width=device-width'
document.head.append(viewport)
void token().then((held) => document.body.prepend(header(held)))
