import { setTimeout as sleep } from 'node:timers/promises'
import type { Run } from '../campaign'
import { exchangeText, type Client, type ProbeRequest, type ProbeResponse } from '../http'

/** Milliseconds between two tries of a request while the server is away. */
export const RETRY_MS = 40
/** Tries after which a request counts as never answered. */
const TRIES_MAX = 6000

/** Repeats a request until it is answered; null when all tries failed, which is a finding. */
export type Insist = (request: ProbeRequest) => Promise<ProbeResponse | null>

/** Returns a function that repeats requests while the server is killed and started. */
export function insisting({ findings }: Pick<Run, 'findings'>, client: Client): Insist {
  return async (request) => {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      // A killed server gives no answer; a request that never gets one is the finding below.
      const answer = await client.ask(request).catch(() => null)
      if (answer !== null && answer.status < 500) return answer
      await sleep(RETRY_MS)
    }
    findings.add('a request was never answered', request.path, exchangeText(request, null))
    return null
  }
}

/** Returns the `result` of an answer. */
export function resultIn<Result>({ body }: ProbeResponse): Result {
  return (JSON.parse(body.toString()) as { result: Result }).result
}
