import { describe, expect, it } from 'vitest'
import { buildApp } from '../../../src/server/app'
import { createJobs } from '../../../src/server/process/jobs'
import { oneServer } from '../../support/server/hooks'

const TOKEN = 'a token for metrics'
const server = oneServer({ metricsToken: TOKEN })

describe('/healthz and /readyz', () => {
  it('are 200 while the server can answer', async () => {
    expect((await server.fetch('/healthz')).status).toBe(200)
    const ready = await server.fetch('/readyz')
    expect(ready.status).toBe(200)
    expect(await ready.json()).toEqual({ status: 'ready' })
  })

  it('distinguish a live process from a ready one during an outage of the database', async () => {
    const away = () => Promise.reject(new Error('away'))
    const app = await buildApp({ ...server.deps, db: { ...server.db, query: away } })
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    const ready = await app.inject('/readyz')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toEqual({ status: 'not ready', reason: 'The database does not answer' })
    await app.close()
  })

  it('name the background jobs that fail repeatedly, and still answer 200', async () => {
    const jobs = createJobs()
    const app = await buildApp({ ...server.deps, jobs })
    for (let at = 0; at < 3; at += 1) await jobs.attempt('rollups', () => Promise.reject(new Error('too busy')))
    const ready = await app.inject('/readyz')
    expect(ready.statusCode).toBe(200)
    expect(ready.json()).toEqual({ status: 'ready', failingJobs: ['rollups'] })
    await jobs.attempt('rollups', async () => undefined)
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' })
    await app.close()
  })

  it('report not ready while draining', async () => {
    const app = await buildApp(server.deps)
    app.drain()
    const ready = await app.inject('/readyz')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toEqual({ status: 'not ready', reason: 'The server is shutting down' })
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    await app.close()
  })
})

describe('/metrics', () => {
  const read = (remoteAddress: string, headers: Record<string, string> = {}) =>
    server.app.inject({ url: '/metrics', remoteAddress, headers })

  it('show this machine the calls by route, without ids', async () => {
    const id = '01920000-0000-7000-8000-000000000000'
    await server.app.inject(`/api/v1/gateways/${id}`)
    const { statusCode, body, headers } = await read('127.0.0.1')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toContain('text/plain')
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/api/v1/gateways/:id",status="401"} 1')
    expect(body).not.toContain(id)
    expect(body).toContain('process_resident_memory_bytes')
  })

  it('report background jobs', async () => {
    const jobs = createJobs()
    const app = await buildApp({ ...server.deps, jobs })
    await jobs.attempt('rollups', async () => undefined)
    await jobs.attempt('rollups', () => Promise.reject(new Error('too busy')))
    for (let look = 0; look < 2; look += 1) {
      const { body } = await app.inject('/metrics')
      expect(body).toContain('frond_job_runs_total{name="rollups"} 2')
      expect(body).toContain('frond_job_failures_total{name="rollups"} 1')
      expect(body).toContain('frond_job_failures_in_row{name="rollups"} 1')
    }
    await app.close()
  })

  it.each(['::1', '::ffff:127.0.0.1'])('treat %s as this machine', async (address) => {
    expect((await read(address)).statusCode).toBe(200)
  })

  it('are hidden from others, whatever headers they send', async () => {
    expect((await read('192.0.2.7')).statusCode).toBe(404)
    expect((await read('192.0.2.7', { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404)
    expect((await read('192.0.2.7', { host: 'localhost' })).statusCode).toBe(404)
  })

  it.each([
    ['x-forwarded-for', '192.0.2.7'],
    ['x-forwarded-proto', 'https'],
    ['forwarded', 'for=192.0.2.7'],
    ['via', '1.1 proxy'],
    ['x-real-ip', '192.0.2.7'],
    ['cf-connecting-ip', '192.0.2.7'],
    ['host', 'frond.example.com'],
    ['host', 'localhost.example.com'],
    ['host', '127.0.0.1.example.com:4600'],
  ])('are not there for what a proxy of this machine passes on with %s: %s', async (name, value) => {
    expect((await read('127.0.0.1', { [name]: value })).statusCode).toBe(404)
  })

  it.each(['localhost', 'localhost:4600', '127.0.0.1:4600', '[::1]:4600'])(
    'are available to this machine at %s',
    async (host) => {
      expect((await read('127.0.0.1', { host })).statusCode).toBe(200)
    },
  )

  it('are available to clients that send the token', async () => {
    expect((await read('192.0.2.7', { authorization: `Bearer ${TOKEN}` })).statusCode).toBe(200)
    expect((await read('192.0.2.7', { authorization: `Bearer ${TOKEN}x` })).statusCode).toBe(404)
  })
})
