import type { Provider } from '../../contract/session'
import { refusal } from '../http/problems'
import { providerNames, type Asking } from './socialPerson'

/** Largest answer of a provider that is read, in bytes. */
const ANSWER_MAX = 65_536
/** Seconds after which it is worth another try. */
const RETRY_S = 10

/** A provider's answer: an object, or its refusal of what it was asked. */
export type ProviderAnswer = Readonly<Record<string, unknown>> | 'refused'

/**
 * Asks a provider and reads its JSON: within the asking's time, up to a size, and from nowhere else than its own address. Throws 503
 * `provider_unavailable` for everything that is neither an object nor a refusal (400, 401, 403).
 */
export async function askProvider(
  provider: Provider,
  url: URL,
  init: RequestInit,
  { signal, note }: Asking,
): Promise<ProviderAnswer> {
  try {
    // A redirect would carry the token to wherever it leads.
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

/** The 503 for a provider that cannot be asked. */
export function unavailable(provider: Provider): Error {
  const message = `${providerNames[provider]} cannot be reached just now. Try again, or sign in with your password`
  return refusal(503, 'provider_unavailable', message, { retryAfterS: RETRY_S })
}

/** True for an object, and nothing else. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

async function textOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let chunk = await reader?.read(); chunk !== undefined && !chunk.done; chunk = await reader?.read()) {
    size += chunk.value.byteLength
    if (size > ANSWER_MAX) {
      await reader?.cancel()
      throw new Error('too large an answer')
    }
    chunks.push(chunk.value)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text)
  if (!isRecord(value)) throw new Error('an answer that is no object')
  return value
}

/** Short, and never with an address in it: Facebook's holds the token. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'an answer that is no JSON'
  return error instanceof Error ? error.message : 'unknown'
}
