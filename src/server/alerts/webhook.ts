import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { checkedLookup, refusePrivateHost, type ResolveAll } from './address'

/** A request to a webhook. */
export interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A webhook's answer: the status and the beginning of the body. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/** Where a post may go, and for how long; tests give names other addresses. */
interface PostLimits {
  readonly allowsPrivate: boolean
  readonly timeoutMs?: number
  readonly resolveAll?: ResolveAll | undefined
}

/** Longest wait for an answer and its text, in milliseconds. */
const TIMEOUT_MS = 10_000
/** Characters of an answer that are stored; the rest is not read. */
const ANSWER_MAX = 500

/**
 * Posts once; follows no redirect, and connects to internal addresses only with `allowsPrivate`. Rejects when no status arrives within
 * `timeoutMs`; an answer whose text does not end by then has the text that arrived.
 */
export async function postWebhook(
  { url, headers, body }: Post,
  { allowsPrivate, timeoutMs = TIMEOUT_MS, resolveAll }: PostLimits,
): Promise<Answer> {
  const target = new URL(url)
  refusePrivateHost(target, allowsPrivate)
  const send = target.protocol === 'https:' ? requestHttps : requestHttp
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const request = send(target, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body), 'user-agent': 'Frond' },
        // A new connection each time, so that none is reused that was checked for another name.
        agent: false,
        lookup: checkedLookup(allowsPrivate, resolveAll),
        signal,
      })
      request.on('error', reject)
      request.on('response', (response) => resolve(answerOf(response)))
      request.end(body)
    })
  } catch (error) {
    throw signal.aborted ? new Error(`No answer within ${timeoutMs / 1000} seconds`, { cause: error }) : error
  }
}

async function answerOf(response: IncomingMessage): Promise<Answer> {
  let text = ''
  response.setEncoding('utf8')
  try {
    for await (const chunk of response) {
      text += String(chunk)
      if (text.length >= ANSWER_MAX) break
    }
  } catch {
    // The status is the answer; only the rest of its text is missing.
  }
  response.destroy()
  // Replaces control characters, which PostgreSQL cannot store (NUL) and screens do not show.
  const printable = text.toWellFormed().replace(/[\u0000-\u001f\u007f]+/g, ' ')
  return { status: response.statusCode ?? 0, text: printable.slice(0, ANSWER_MAX).trim() }
}
