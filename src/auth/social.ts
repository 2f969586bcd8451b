import type { ApiError } from '../api/extra'
import { isRecord } from '../api/json'
import type { Provider } from '../contract/constants'
import type { ProblemCode } from '../contract/problem'
import type { Clock, OpenedDialog } from './ports'

/** Milliseconds between two checks whether the window is still open. */
const POLL_MS = 400

type Fault = 'notConfigured' | 'blocked' | 'declined' | 'failed'
type Outcome = { readonly token: string } | Fault | 'closed'

const names: Readonly<Record<Provider, string>> = { google: 'Google', facebook: 'Facebook' }

const faults: Readonly<Record<Fault, readonly [ProblemCode, (name: string) => string]>> = {
  notConfigured: ['not_configured', (name) => `${name} sign-in is not configured`],
  blocked: [
    'not_configured',
    (name) => `The browser blocked the window of ${name}: allow pop-up windows for this page, then try again`,
  ],
  declined: ['forbidden', (name) => `${name} sign-in was declined`],
  failed: ['provider_unavailable', (name) => `${name} could not sign you in. Please try again`],
}

interface SocialDeps {
  readonly clock: Clock
  readonly alert: (error: ApiError) => void
}

/**
 * Waits for the access token from a provider's window, which it closes in any case. `opened` is null when the provider is not configured.
 * Rejects with an `ApiError`, alerted unless the user just closed the window.
 */
export async function awaitAccessToken(
  opened: OpenedDialog | null,
  provider: Provider,
  { clock, alert }: SocialDeps,
  signal: AbortSignal,
): Promise<string> {
  const outcome = opened === null ? 'notConfigured' : await awaitOutcome(opened, clock, signal)
  if (typeof outcome === 'object') return outcome.token
  const error = errorOf(outcome, names[provider])
  if (outcome !== 'closed') alert(error)
  return Promise.reject(error)
}

function errorOf(outcome: Fault | 'closed', name: string): ApiError {
  if (outcome === 'closed') return { kind: 'aborted', status: 0, problem: { message: '', code: 'unavailable', requestId: '' } }
  const [code, sentence] = faults[outcome]
  return { kind: 'refused', status: 0, problem: { message: sentence(name), code, requestId: '' } }
}

async function awaitOutcome({ page, popup, state }: OpenedDialog, clock: Clock, signal: AbortSignal): Promise<Outcome> {
  if (popup === null) return 'blocked'
  // A provider's page may sever the link to its opener. The window then seems closed, and the page that it returns to answers on this
  // channel.
  const channel = new BroadcastChannel(`frond.social.${state}`)
  const decided = new AbortController()
  const finished = AbortSignal.any([signal, decided.signal])
  const close = () => {
    popup.close()
    channel.postMessage('received')
    channel.close()
  }
  finished.addEventListener('abort', close, { once: true })
  if (finished.aborted) close()
  try {
    const reply = new Promise<Outcome>((resolve) => {
      const receive = (answer: unknown) => {
        const outcome = outcomeIn(answer, state)
        if (outcome !== null) resolve(outcome)
      }
      const { origin } = page.location
      const listen = (event: MessageEvent<unknown>) => {
        if (event.source === popup && event.origin === origin) receive(event.data)
      }
      page.addEventListener('message', listen, { signal: finished })
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => receive(data))
    })
    return await Promise.race([reply, untilClosed(page, popup, clock, finished)])
  } finally {
    decided.abort()
  }
}

/** The outcome of an answer; null when it belongs to another attempt. */
function outcomeIn(answer: unknown, state: string): Outcome | null {
  const { state: answerState, token, error }: Readonly<Record<string, unknown>> = isRecord(answer) ? answer : {}
  if (answerState !== state) return null
  if (error === 'access_denied') return 'declined'
  return typeof token === 'string' && token !== '' && error == null ? { token } : 'failed'
}

/** Resolves when the window is closed and this page has the focus again: a window that only seems closed has the focus itself. */
async function untilClosed(page: Window, popup: Window, { sleep }: Clock, signal: AbortSignal): Promise<Outcome> {
  while (!(popup.closed && page.document.hasFocus())) await sleep(POLL_MS, signal)
  // Its last message may still be on its way.
  await sleep(POLL_MS, signal)
  return 'closed'
}
