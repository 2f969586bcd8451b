import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request as ask, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Finding } from '../../src/tools/conformance/bench'
import { main } from '../../src/tools/conformance/main'
import { fillAll } from '../support/rows/fill'
import { freePort } from '../../src/tools/freePort'
import { ADMIN, startServer, type TestServer } from '../support/server/server'

const root = join(import.meta.dirname, '../..')
// The command builds the tool again, on a machine that may be busy.
const PATIENT = { timeout: 120_000 }

let server: TestServer
let origin: string
/** Answers without ETag. */
let faulty: Server
beforeAll(async () => {
  server = await startServer()
  await server.signIn()
  await fillAll(server.db)
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
  faulty = await startProxy('', 'etag')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})
afterAll(async () => {
  end(faulty)
  await server.close()
})

/** Starts a proxy that passes what is below `path` to the server, and leaves a header out of the answers. */
async function startProxy(path: string, dropped?: string): Promise<Server> {
  const proxy = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming
    if (!url.startsWith(`${path}/`)) return outgoing.writeHead(404).end()
    const passed = ask(`${origin}${url.slice(path.length)}`, { method, headers }, (answer) => {
      const kept = Object.entries(answer.headers).filter(([name]) => name !== dropped)
      outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept))
      answer.pipe(outgoing)
    })
    return incoming.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return proxy
}

function urlOf(local: Server): string {
  return `http://127.0.0.1:${(local.address() as AddressInfo).port}`
}

function end(local: Server): void {
  local.closeAllConnections()
  local.close()
}

/** Runs the tool in this process, as the command does once it has built it. */
async function run(args: readonly string[]) {
  vi.stubEnv('CONFORMANCE_PASSWORD', ADMIN.password)
  const output = { out: '', err: '' }
  vi.spyOn(console, 'log').mockImplementation((text) => void (output.out += `${String(text)}\n`))
  vi.spyOn(console, 'error').mockImplementation((text) => void (output.err += `${String(text)}\n`))
  return { code: await main(args), ...output }
}

/** Starts the command itself. */
function startCommand(args: readonly string[], password: string | null = ADMIN.password) {
  return spawn(process.execPath, [join(root, '.scripts/tool.mjs'), 'conformance', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...(password !== null && { CONFORMANCE_PASSWORD: password }) },
  })
}

/** Runs the command itself. */
async function runCommand(args: readonly string[], password: string | null = ADMIN.password) {
  const child = startCommand(args, password)
  const output = { out: '', err: '' }
  child.stdout.on('data', (text) => (output.out += String(text)))
  child.stderr.on('data', (text) => (output.err += String(text)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}
const signedIn = ['--email', ADMIN.email]

describe('npm run conformance', PATIENT, () => {
  it('prints each call and exits with 0 when the backend keeps the contract', async () => {
    const { code, out, err } = await runCommand(['--url', `${origin}/`, ...signedIn, '--strict', '--only', 'gateways,sensors'])
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^gateways$/m)
    expect(out).toMatch(/^ {2}✓ PUT {4}\/api\/v1\/sensors +the row with the change and all else as it was, under a new version$/m)
    expect(out).toMatch(/^(\d+) calls: \1 as the contract has them, 0 differ, 0 missing\.$/m)
    expect(out).not.toContain(ADMIN.password)
  })

  it('prints what was expected and what it received, and exits with 1, when it does not', async () => {
    const url = urlOf(faulty)
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

  it('checks a backend whose address has a path', async () => {
    const proxy = await startProxy('/behind/it')
    onTestFinished(() => end(proxy))
    const { code, out, err } = await run(['--url', `${urlOf(proxy)}/behind/it/`, ...signedIn, '--only', 'session,gateways'])
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^(\d+) calls: \1 as the contract has them, 0 differ, 0 missing\.$/m)
  })

  it.each([
    [[], '--url is missing.'],
    [
      ['--url', 'ftp://example.com', ...signedIn],
      '--url must be an address such as https://api.example.com/frond, without a query, not "ftp://example.com"',
    ],
    [
      ['--url', 'https://example.com/api', ...signedIn, '--origin', 'https://example.com/console'],
      '--origin must be an origin such as https://frond.example.com, without a path, not "https://example.com/console"',
    ],
    [
      ['--url', 'http://127.0.0.1:1', ...signedIn, '--only', 'roses'],
      'There is no area roses. The areas are: cors, session, dashboard, gateways,',
    ],
  ])('ends with 2 and a sentence when it cannot begin: %j', async (args, sentence) => {
    const { code, err } = await run(args)
    expect(code).toBe(2)
    expect(err).toContain(sentence)
  })

  it('exits with 2 and a sentence when it has no password and no terminal to ask for it', async () => {
    const { code, err } = await runCommand(['--url', 'http://127.0.0.1:1', ...signedIn], null)
    expect(code).toBe(2)
    expect(err).toContain('There is no password: set CONFORMANCE_PASSWORD.')
  })

  it('exits at a signal that it does not handle, and deletes its build', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    onTestFinished(() => end(silent))
    await once(silent, 'listening')
    const child = startCommand(['--url', urlOf(silent), ...signedIn])
    await once(silent, 'request')
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([143, null])
  })

  it('exits with 2 when nothing answers', async () => {
    const { code, err } = await run(['--url', `http://127.0.0.1:${await freePort()}`, ...signedIn])
    expect(code).toBe(2)
    expect(err).toContain('Signing in as admin@example.com failed: no answer: connect ECONNREFUSED')
  })
})
