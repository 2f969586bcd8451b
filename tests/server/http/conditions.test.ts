// Tests the embedded database, or no database.
// @module-tag embedded
import { describe, expect, it } from 'vitest'
import { callAt, oneServer } from '../../support/server/hooks'
import { gatewayDraft, insertHardware } from '../../support/rows/rows'

describe('a server that requires If-Match', () => {
  const server = oneServer({ requireIfMatch: true })
  const call = callAt(server)
  const gateway = async (): Promise<string> =>
    (await call('POST', '/api/v1/gateways/register', { body: gatewayDraft(await insertHardware(server.db)) })).body.result.id

  it('refuses a change without it, and accepts it with the current version', async () => {
    const url = `/api/v1/gateways/${await gateway()}`
    const change = { body: { name: 'Attic' } }
    const refused = await call('PUT', url, change)
    expect(refused.status).toBe(428)
    expect(refused.body).toMatchObject({
      code: 'version_required',
      message: 'Send If-Match with the version that was read, such as "3"',
    })
    expect((await call('PUT', url, { ...change, headers: { 'if-match': '"1"' } })).status).toBe(200)
    expect((await call('PUT', url, { ...change, headers: { 'if-match': '"1"' } })).status).toBe(412)
  })

  it('does not require it on calls without a version, or before it knows the caller', async () => {
    expect((await call('DELETE', `/api/v1/gateways/${await gateway()}`)).status).toBe(204)
    expect((await server.app.inject({ method: 'PUT', url: `/api/v1/gateways/${await gateway()}`, payload: {} })).statusCode).toBe(
      401,
    )
  })
})

describe('a server that does not require If-Match', () => {
  const server = oneServer()
  const call = callAt(server)

  it('accepts a change without it, because the specified calls have none', async () => {
    const created = await call('POST', '/api/v1/gateways/register', { body: gatewayDraft(await insertHardware(server.db)) })
    const { status } = await call('PUT', `/api/v1/gateways/${created.body.result.id}`, { body: { name: 'Attic' } })
    expect(status).toBe(200)
  })
})
