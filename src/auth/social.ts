import { aborted } from '../api/errors'
import type { ApiError } from '../api/extra'
import type { Provider } from '../contract/constants'
import type { ProblemCode } from '../contract/problem'
import type { Clock, OpenedDialog, SocialWindow } from './ports'

/** How often it is looked whether the window is still there, in milliseconds. */
const LOOK_MS = 400

type Outcome = { readonly token: string } | 'notConfigured' | 'blocked' | 'declined' | 'failed' | 'closed'

const names: Readonly<Record<Provider, string>> = { google: 'Google', facebook: 'Facebook' }

const faults: Readonly<Record<Exclude<Outcome, object | 'closed'>, readonly [ProblemCode, (name: string) => string]>> = {
  notConfigured: ['not_configured', (name) => `${name} sign-in is not configured`],
  blocked: [
    'not_configured',
    (name) => `The browser blocked the window of ${name}: allow pop-up windows for this page, then try again`,
  ],
  declined: ['forbidden', (name) => `${name} sign-in was declined`],
  failed: ['provider_unavailable', (name) => `${name} could not sign you in. Please try again`],
}

/** The access token that a provider's window comes back with. Rejects with an `ApiError`, alerted unless the window was merely closed. */
export async function tokenFrom(
  opened: OpenedDialog,
  provider: Provider,
  { clock, alert }: { readonly clock: Clock; readonly alert: (error: ApiError) => void },
  signal: AbortSignal,
): Promise<string> {
  const outcome = typeof opened === 'string' ? opened : await outcomeOf(opened, clock, signal)
  if (typeof outcome === 'object') return outcome.token
  if (outcome === 'closed') return Promise.reject(aborted())
  const [code, sentence] = faults[outcome]
  const error: ApiError = { kind: 'refused', status: 0, problem: { message: sentence(names[provider]), code, requestId: '' } }
  alert(error)
  return Promise.reject(error)
}

async function outcomeOf(window: SocialWindow, clock: Clock, signal: AbortSignal): Promise<Outcome> {
  const decided = new AbortController()
  // A provider may cut its window off from this page. It then seems to be closed, and the page it comes back to speaks here.
  const channel = new BroadcastChannel(`frond.social.${window.state}`)
  try {
    return await Promise.race([
      window.answer.then((answer) => outcomeIn(answer, window.state)),
      new Promise<Outcome>((resolve) => {
        channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => void outcomeIn(data, window.state).then(resolve))
      }),
      untilLeft(window, clock, AbortSignal.any([signal, decided.signal])),
    ])
  } finally {
    decided.abort()
    channel.close()
  }
}

/** What an answer says; never anything when it answers another attempt. */
async function outcomeIn(answer: unknown, state: string): Promise<Outcome> {
  const { state: told, token, error }: Readonly<Record<string, unknown>> = isRecord(answer) ? answer : {}
  if (told !== state) return new Promise(() => {})
  if (error === 'access_denied') return 'declined'
  return typeof token === 'string' && token !== '' && error == null ? { token } : 'failed'
}

async function untilLeft({ isLeft }: SocialWindow, { sleep }: Clock, signal: AbortSignal): Promise<Outcome> {
  while (!isLeft()) await sleep(LOOK_MS, signal)
  // An answer closes the window too, and may be on its way.
  await sleep(LOOK_MS, signal)
  return 'closed'
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
