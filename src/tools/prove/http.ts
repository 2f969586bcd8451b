import { Agent, request } from 'node:http'

/** A request as it is sent, byte by byte where it must be. */
export interface ProbeRequest {
  readonly method: string
  /** Path and query, as sent. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: Buffer | null
}

/** An answer. */
export interface ProbeResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
  readonly ms: number
}

/** Sends requests to a server; `stop` closes the connections that it keeps open. */
export interface Client {
  ask(request: ProbeRequest): Promise<ProbeResponse>
  stop(): void
}

/** Milliseconds after which an answer counts as missing. */
const PATIENCE_MS = 30_000

/** Creates a client with at most `connections` connections. It reads only the beginning of an event stream. */
export function clientOf(origin: string, connections: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(origin)
  const ask = ({ method, path, headers, body }: ProbeRequest): Promise<ProbeResponse> =>
    new Promise((resolve, reject) => {
      const began = performance.now()
      const length = body === null ? {} : { 'content-length': String(body.length) }
      const allHeaders = { connection: 'keep-alive', ...length, ...headers } as Record<string, string | string[]>
      const outgoing = request({ agent, hostname, port, method, path, headers: allHeaders, timeout: PATIENCE_MS }, (answer) => {
        const parts: Buffer[] = []
        const end = (): void =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(parts),
            ms: performance.now() - began,
          })
        const isStream = String(answer.headers['content-type']).startsWith('text/event-stream')
        answer.on('data', (part: Buffer) => {
          parts.push(part)
          if (!isStream) return
          end()
          outgoing.destroy()
        })
        answer.on('end', end)
        answer.on('error', reject)
      })
      outgoing.on('timeout', () => outgoing.destroy(new Error(`No answer within ${PATIENCE_MS / 1000} s`)))
      outgoing.on('error', reject)
      outgoing.end(body ?? undefined)
    })
  return { ask, stop: () => agent.destroy() }
}

/** Makes a request with a JSON body and a bearer token. */
export function jsonRequest(
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): ProbeRequest {
  return {
    method,
    path,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : Buffer.from(JSON.stringify(body)),
  }
}

/** Formats a request, so that it can be repeated by hand, and its answer. */
export function exchangeText({ method, path, headers, body }: ProbeRequest, answer: ProbeResponse | null): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value).replace(/eyJ[\w.-]+/g, '(a token)')}`)
  const bodyText = body === null ? '' : body.toString('latin1').slice(0, 1500)
  const answerText = answer === null ? 'no answer' : `${answer.status} ${answer.body.toString('utf8').slice(0, 1500)}`
  return `${method} ${path}\n${lines.join('\n')}\n\n${bodyText}\n\n→ ${answerText}`
}
