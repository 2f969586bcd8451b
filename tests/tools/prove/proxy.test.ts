import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alerts } from '../../../src/contract/alerts'
import { listParams } from '../../../src/contract/list'
import { openAlertsQuery } from '../../../src/telemetry/alerts/openAlerts'
import { faults } from '../../../src/tools/prove/faults/faults'
import { startProxy, type Proxy } from '../../../src/tools/prove/faults/proxy'
import { freePort } from '../../../src/tools/freePort'

let proxy: Proxy
const reached: string[] = []
const server = createServer(({ method, url }, answer) => {
  reached.push(`${method} ${url}`)
  answer.end('{"result":"right"}')
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  proxy = await startProxy(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, await freePort())
})
afterAll(async () => {
  await proxy.close()
  server.close()
})

const ask = async (method: string, path: string) => (await fetch(`${proxy.origin}${path}`, { method })).text()
const set = (name: string) => proxy.setFault(faults.find((fault) => fault.name === name) ?? null)

describe('the proxy of the faults', () => {
  it('passes everything without a fault, and counts nothing', async () => {
    set('none')
    expect(await ask('PUT', '/api/v1/sensors')).toBe('{"result":"right"}')
    expect(proxy.metCount()).toBe(0)
  })

  it('keeps a save from the server, so that the row can be saved again, and passes reads', async () => {
    set('the answer comes in pieces')
    reached.length = 0
    expect(await ask('PUT', '/api/v1/sensors')).toBe('{"result":{}}')
    expect(await ask('POST', '/api/v1/light_groups/1/preview')).toBe('{"result":"right"}')
    expect(await ask('GET', '/api/v1/light_groups/1')).toBe('{"result":"right"}')
    expect(reached).toEqual(['POST /api/v1/light_groups/1/preview', 'GET /api/v1/light_groups/1'])
    expect(proxy.metCount()).toBe(3)
  })

  it('does not count the calls of the bell, which belong to no page', async () => {
    set('the server answers 500')
    expect(await ask('GET', `${alerts.listPath}?${listParams(alerts, openAlertsQuery).toString()}`)).toContain(
      'Something went wrong',
    )
    expect(proxy.metCount()).toBe(0)
    expect(await ask('GET', alerts.listPath)).toContain('Something went wrong')
    expect(proxy.metCount()).toBe(1)
  })

  it('passes the page’s files, the refresh and the live events', async () => {
    set('the server answers 500')
    for (const path of ['/assets/index.js', '/api/v1/auth/refresh', '/api/v1/events'])
      expect(await ask('GET', path)).toBe('{"result":"right"}')
    expect(await ask('GET', '/api/v1/gateways')).toContain('Something went wrong')
    expect(proxy.metCount()).toBe(1)
  })
})
