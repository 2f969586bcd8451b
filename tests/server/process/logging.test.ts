// Tests the embedded database, or no database.
// @module-tag embedded
import { connect } from 'node:net'
import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { jsonBodies } from '../../../src/server/http/body'
import { errorAnswers } from '../../../src/server/http/errors'
import { refusal } from '../../../src/server/http/problems'
import { loggerOptions, logRequests } from '../../../src/server/process/logging'

describe('the request log', () => {
  it('has one line for each request, with id and status, and no secret in any line', async () => {
    const lines: string[] = []
    const app = fastify({
      logger: { ...loggerOptions('info'), stream: { write: (line: string) => void lines.push(line) } },
      genReqId: () => 'request-1',
    })
    logRequests(app)
    app.post('/users/register', (request, reply) => {
      request.log.info({ token: 'S3CRET', body: { password: 'S3CRET', access_token: 'S3CRET' }, req: request }, 'seen')
      request.log.warn({ authorization: 'S3CRET', headers: { authorization: 'S3CRET', cookie: 'S3CRET' } }, 'odd')
      void reply.send({})
    })

    await app.inject({
      method: 'POST',
      url: '/users/register?invitation=S3CRET',
      headers: { authorization: 'Bearer S3CRET', cookie: 'token=S3CRET' },
      payload: { password: 'S3CRET' },
    })
    await app.close()

    expect(lines.join('')).not.toContain('S3CRET')
    const entry = lines.map((line) => JSON.parse(line) as Record<string, unknown>).find(({ msg }) => msg === 'answered')
    expect(entry).toMatchObject({ reqId: 'request-1', status: 200, req: { method: 'POST', path: '/users/register' } })
  })

  it('does not log an aborted body as a server error', async () => {
    const lines: string[] = []
    const app = fastify({ logger: { ...loggerOptions('info'), stream: { write: (line: string) => void lines.push(line) } } })
    errorAnswers(app)
    jsonBodies(app)
    const closed = new Promise((resolve) => {
      app.addHook('onRequest', async ({ raw }) => void raw.once('close', resolve))
    })
    app.post('/notes', () => 'taken')
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const socket = connect(Number(port), '127.0.0.1')
    socket.write('POST /notes HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"te', () =>
      socket.destroy(),
    )
    await closed
    await app.close()

    const levels = lines.map((line) => (JSON.parse(line) as { level: number }).level)
    expect(new Set(levels)).toEqual(new Set([30]))
  })

  it('does not log a missing configuration as a server error, since anybody may cause it', async () => {
    const lines: string[] = []
    const app = fastify({ logger: { ...loggerOptions('info'), stream: { write: (line: string) => void lines.push(line) } } })
    errorAnswers(app)
    app.get('/social', async () => {
      throw refusal(503, 'not_configured', 'Sign-in with Google is not configured on this server')
    })
    expect((await app.inject('/social')).statusCode).toBe(503)
    await app.close()
    expect(lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 40)).toEqual([])
  })

  it('omits the row that PostgreSQL’s error quotes', () => {
    const lines: string[] = []
    const app = fastify({ logger: { ...loggerOptions('info'), stream: { write: (line: string) => void lines.push(line) } } })
    const complaint = Object.assign(new Error('null value in column "name"'), {
      code: '23502',
      detail: 'Failing row contains (S3CRET).',
      where: 'COPY users, line 1: "S3CRET"',
    })
    app.log.error({ err: complaint }, 'failed')
    expect(lines.join('')).not.toContain('S3CRET')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { code: '23502', message: complaint.message } })
  })
})
