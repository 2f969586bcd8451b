import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { SOCIAL_RETURN_PATH } from '../../contract/constants'

/** Interval and duration, in milliseconds, of resending the answer to the waiting page, which may not have its listener yet. */
const REPEAT_MS = 150
const GIVE_UP_MS = 30_000

/**
 * The page that a provider's window returns to. It does not load the console: its script removes the answer from the URL at once and posts
 * it to the opener until that closes the window. Reads tokens only from the fragment, which browsers never send to a server. When the
 * provider has severed the opener, uses a BroadcastChannel of this origin, named by the attempt's `state`.
 */
const SCRIPT = `{
  const { origin, pathname, search, hash } = location
  history.replaceState(null, '', pathname)
  const fragment = new URLSearchParams(hash.slice(1))
  const query = new URLSearchParams(search)
  const state = fragment.get('state') ?? query.get('state')
  const answer = { state, token: fragment.get('access_token'), error: fragment.get('error') ?? query.get('error') }
  const channel = new BroadcastChannel('frond.social.' + state)
  const post = () => (opener ? opener.postMessage(answer, origin) : channel.postMessage(answer))
  channel.onmessage = () => close()
  setInterval(post, ${REPEAT_MS})
  setTimeout(close, ${GIVE_UP_MS})
  post()
}`
const STYLE =
  ':root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{margin:3rem auto;max-width:24rem;padding:0 1rem}'

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>Frond</title>
<style>${STYLE}</style>
</head>
<body>
<p>You can close this window.</p>
<script>${SCRIPT}</script>
</body>
</html>
`

const POLICY = [
  "default-src 'none'",
  `script-src '${hashOf(SCRIPT)}'`,
  `style-src '${hashOf(STYLE)}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Serves that page. */
export function socialPage(app: FastifyInstance): void {
  app.get(SOCIAL_RETURN_PATH, (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': POLICY,
        // Any other policy severs the window from its opener, to which the page posts the answer.
        'cross-origin-opener-policy': 'unsafe-none',
      })
      .send(PAGE),
  )
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
