import { gzipSync } from 'node:zlib'
import { DATAPOINTS_PATH, type BatchOutcome } from '../../../src/contract/datapoints'
import { gatewayKeyPath } from '../../../src/contract/gatewayTraffic'
import type { Call } from '../server/calls'
import type { TestServer } from '../server/server'

/** A gateway that posts, as a real one does. */
export interface TestGateway {
  readonly id: string
  readonly key: string
  /** Sends a batch; `zipped`: compressed. */
  post(
    body: unknown,
    options?: { readonly zipped?: boolean; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Posted>
}

interface Posted {
  readonly status: number
  readonly headers: Headers
  readonly body: { readonly result: BatchOutcome; readonly code?: string; readonly message?: string; readonly fields?: object }
}

/** Creates a gateway's key by an administrator's call. */
export async function equip(server: TestServer, call: Call, id: string): Promise<TestGateway> {
  const { body } = await call<{ result: { key: string } }>('POST', gatewayKeyPath(id))
  return gatewayWith(server, id, body.result.key)
}

/** Makes a gateway that uses this key. */
export function gatewayWith(server: TestServer, id: string, key: string): TestGateway {
  return {
    id,
    key,
    async post(body, { zipped = false, headers = {} } = {}) {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const response = await server.fetch(DATAPOINTS_PATH, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          ...(zipped && { 'content-encoding': 'gzip' }),
          ...headers,
        },
        body: zipped ? new Uint8Array(gzipSync(text)) : text,
      })
      return { status: response.status, headers: response.headers, body: (await response.json()) as Posted['body'] }
    },
  }
}
