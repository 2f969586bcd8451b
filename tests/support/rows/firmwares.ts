import { randomBytes } from 'node:crypto'
import { beforeAll, expect } from 'vitest'
import { firmwarePaths } from '../../../src/contract/firmwareCalls'
import type { AnyBody, Call } from '../server/calls'
import { firmwareDraft } from './rows'
import type { TestServer } from '../server/server'

export const FIRMWARES = '/api/v1/gateway_firmwares'

interface Sent {
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Makes a form part that holds an image. */
export function imagePart(bytes: Uint8Array<ArrayBuffer>, type = 'application/octet-stream'): Blob {
  return new Blob([bytes], { type })
}

/** Creates, uploads, moves and downloads a server's firmwares. */
export function firmwaresAt(server: TestServer, call: Call) {
  let token = ''
  beforeAll(async () => {
    token = await server.signIn()
  })
  const bearer = () => ({ authorization: `Bearer ${token}` })

  async function create(hardwareId: string, changes: object = {}): Promise<string> {
    return (await call('POST', `${FIRMWARES}/register`, { body: firmwareDraft([hardwareId], changes) })).body.result.id
  }
  async function send(id: string, form: BodyInit, { query = '', headers = {} }: Sent = {}) {
    const response = await server.fetch(`${firmwarePaths.file(id)}${query}`, {
      method: 'POST',
      headers: { ...bearer(), ...headers },
      body: form,
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as AnyBody }
  }
  function upload(
    id: string,
    bytes: Uint8Array<ArrayBuffer>,
    { name = 'image.bin', type, ...how }: Sent & { name?: string; type?: string } = {},
  ) {
    const form = new FormData()
    form.append('file', imagePart(bytes, type), name)
    return send(id, form, how)
  }
  const move = (id: string, status: string, reason?: string) =>
    call('POST', firmwarePaths.status(id), { body: { status, ...(reason !== undefined && { reason }) } })

  return {
    bearer,
    create,
    send,
    upload,
    move,
    read: async (id: string) => (await call('GET', `${FIRMWARES}/${id}`)).body.result,
    download: (id: string, headers: Readonly<Record<string, string>> = {}) =>
      server.fetch(firmwarePaths.file(id), { headers: { ...bearer(), ...headers } }),
    /** Creates a firmware with an image, and releases it. */
    async released(hardwareId: string, changes: object = {}): Promise<string> {
      const id = await create(hardwareId, changes)
      await upload(id, randomBytes(10))
      expect((await move(id, 'released')).status).toBe(200)
      return id
    },
  }
}
