import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { SOCIAL_RETURN_PATH } from '../../contract/constants'

/** How often the waiting page is sent the answer, and for how long, in milliseconds: it may still be loading its listener. */
const REPEAT_MS = 150
const GIVE_UP_MS = 30_000

/**
 * Where a provider's window comes back to: one page without the console, whose script takes the answer out of the address at once and
 * tells it to the page that opened the window, until that closes it. A token is read from the fragment alone, which no server ever sees.
 * Where the provider has cut the window off from its opener, a channel of this origin reaches it, named by the attempt's `state`.
 */
const SCRIPT = `{
  const { origin, pathname, search, hash } = location
  history.replaceState(null, '', pathname)
  const fragment = new URLSearchParams(hash.slice(1))
  const query = new URLSearchParams(search)
  const state = fragment.get('state') ?? query.get('state')
  const answer = { state, token: fragment.get('access_token'), error: fragment.get('error') ?? query.get('error') }
  const channel = new BroadcastChannel('frond.social.' + state)
  const tell = () => (opener ? opener.postMessage(answer, origin) : channel.postMessage(answer))
  channel.onmessage = () => close()
  setInterval(tell, ${REPEAT_MS})
  setTimeout(close, ${GIVE_UP_MS})
  tell()
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

/** Serves the page that a provider's window comes back to. */
export function socialPage(app: FastifyInstance): void {
  app.get(SOCIAL_RETURN_PATH, (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': POLICY,
        // Like the provider's page before it: any other policy would cut the window off from the page that waits.
        'cross-origin-opener-policy': 'unsafe-none',
      })
      .send(PAGE),
  )
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
