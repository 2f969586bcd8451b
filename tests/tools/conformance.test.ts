import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request as ask, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '../../src/tools/conformance/bench'
import { fillAll } from '../support/rows/fill'
import { freePort } from '../support/database/ports'
import { ADMIN, startServer, type TestServer } from '../support/server/server'

const root = join(import.meta.dirname, '../..')
// The tool is built again at each run, on a machine that may be busy.
const PATIENT = { timeout: 120_000 }

let server: TestServer
let origin: string
let proxy: Server
beforeAll(async () => {
  server = await startServer()
  await server.signIn()
  await fillAll(server.db)
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
  proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    const passed = ask(`${origin}${url}`, { method, headers }, (answer) => {
      const { etag: _dropped, ...kept } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, kept)
      answer.pipe(outgoing)
    })
    incoming.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await server.close()
})

/** Runs the command as `npm run conformance` does. */
async function run(args: readonly string[], password: string | null = ADMIN.password) {
  const child = spawn(process.execPath, [join(root, '.scripts/tool.mjs'), 'conformance', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...(password !== null && { CONFORMANCE_PASSWORD: password }) },
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (text) => (output.out += String(text)))
  child.stderr.on('data', (text) => (output.err += String(text)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}
const signedIn = ['--email', ADMIN.email]

describe('npm run conformance', PATIENT, () => {
  it('tells each call and ends well when the backend keeps the contract', async () => {
    const { code, out, err } = await run(['--url', `${origin}/`, ...signedIn, '--strict'])
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^gateways$/m)
    expect(out).toMatch(/^ {2}✓ PUT {4}\/api\/v1\/sensors +the row with the change and all else as it was, under a new version$/m)
    expect(out).toMatch(/^(\d+) calls: \1 as the contract has them, 0 differ, 0 missing\.$/m)
    expect(out).not.toContain(ADMIN.password)
  })

  it('says what was expected and what came, and ends with 1, when it does not', async () => {
    const { port } = proxy.address() as AddressInfo
    const url = `http://127.0.0.1:${port}`
    const { code, out } = await run(['--url', url, ...signedIn, '--only', 'plant-requests', '--quiet'])
    expect(code).toBe(1)
    expect(out).toMatch(
      /✗ GET {4}\/api\/v1\/plant_requests\/\{id\} +the plant request as declared, its version as ETag\n +came: ETag is missing instead of "\d+"/,
    )
    expect(out).not.toContain('✓')
    const { out: json } = await run(['--url', url, ...signedIn, '--only', 'plant_requests', '--read-only', '--json'])
    const { summary, findings } = JSON.parse(json) as { summary: object; findings: Finding[] }
    expect(summary).toMatchObject({ differs: 1, missing: 0 })
    expect(findings.filter(({ outcome }) => outcome === 'differs')).toMatchObject([
      { area: 'plant_requests', method: 'GET', came: [expect.stringMatching(/^ETag is missing instead of "\d+"$/)] },
    ])
  })

  it.each([
    [[], 'x', '--url is missing.'],
    [
      ['--url', 'ftp://example.com', ...signedIn],
      'x',
      '--url must be an origin such as https://api.example.com, not ftp://example.com.',
    ],
    [
      ['--url', 'http://127.0.0.1:1', ...signedIn, '--only', 'roses'],
      'x',
      'There is no area roses. The areas are: cors, session, dashboard, gateways,',
    ],
    [['--url', 'http://127.0.0.1:1', ...signedIn], null, 'There is no password: set CONFORMANCE_PASSWORD.'],
  ])('ends with 2 and a sentence when it cannot begin: %j', async (args, password, sentence) => {
    const { code, err } = await run(args, password)
    expect(code).toBe(2)
    expect(err).toContain(sentence)
  })

  it('ends with 2 when nothing answers', async () => {
    const { code, err } = await run(['--url', `http://127.0.0.1:${await freePort()}`, ...signedIn])
    expect(code).toBe(2)
    expect(err).toContain('Signing in as admin@example.com came to nothing: no answer: connect ECONNREFUSED')
  })
})
