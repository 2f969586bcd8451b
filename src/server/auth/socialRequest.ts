import type { Provider } from '../../contract/session'
import { isRecord } from '../http/body'
import { refusal } from '../http/problems'
import { providerNames, type ProviderCall } from './socialPerson'

/** Largest accepted answer of a provider, in bytes. */
const ANSWER_MAX = 65_536
/** Seconds after which the client may retry. */
const RETRY_S = 10

/** A provider's answer: a JSON object, or 'refused'. */
export type ProviderAnswer = Readonly<Record<string, unknown>> | 'refused'

/**
 * Calls a provider and parses its JSON: limits time and size, and follows no redirects. Throws 503 `provider_unavailable` for everything
 * that is neither an object nor a refusal (400, 401, 403).
 */
export async function requestProvider(
  provider: Provider,
  url: URL,
  init: RequestInit,
  { signal, note }: ProviderCall,
): Promise<ProviderAnswer> {
  try {
    // A redirect would leak the token to its target.
    const response = await fetch(url, { ...init, signal, redirect: 'error' })
    if ([400, 401, 403].includes(response.status)) {
      await response.body?.cancel()
      return 'refused'
    }
    if (response.status !== 200) throw new Error(`status ${response.status}`)
    return objectIn(await textOf(response))
  } catch (error) {
    note(signal.aborted ? 'no answer in time' : reasonOf(error))
    throw unavailable(provider)
  }
}

/** The 503 for a provider that cannot be reached. */
export function unavailable(provider: Provider): Error {
  const message = `${providerNames[provider]} cannot be reached right now. Try again, or sign in with your password`
  return refusal(503, 'provider_unavailable', message, { retryAfterS: RETRY_S })
}

async function textOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let chunk = await reader?.read(); chunk !== undefined && !chunk.done; chunk = await reader?.read()) {
    size += chunk.value.byteLength
    if (size > ANSWER_MAX) {
      await reader?.cancel()
      throw new Error('the answer is too large')
    }
    chunks.push(chunk.value)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text)
  if (!isRecord(value)) throw new Error('the answer is not an object')
  return value
}

/** A short reason that contains no URL: Facebook's contains the token. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'the answer is not JSON'
  return error instanceof Error ? error.message : 'unknown'
}
