// @module-tag long
// Tests the embedded database, or no database.
// @module-tag embedded
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/server/db/open'
import { templateFolder } from '../support/database/database'
import { portInUse } from '../../src/tools/product'
import { freePort } from '../../src/tools/freePort'
import { buildPrograms, startProgram, type Program } from '../support/database/program'

// Each test starts the server several times, on a machine that may be busy with the rest of the suite.
const PATIENT = { timeout: 120_000 }

/** The built product's folder, with `server` and `console`. */
let product: string
let dataDir: string
let port: number
const started: Program[] = []

beforeAll(async () => {
  product = await buildPrograms({
    'server/main': 'src/serve.ts',
    'server/brief': 'tests/support/database/programs/serveBriefly.ts',
  })
  mkdirSync(join(product, 'console'))
  writeFileSync(join(product, 'console/index.html'), '<!doctype html><meta name="frond-api-url" content=""><div id="root"></div>')
  cpSync(join(product, 'pgliteWorker.mjs'), join(product, 'server/pgliteWorker.mjs'))
  cpSync(await templateFolder(), join(product, 'server/template'), { recursive: true })
})
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'frond-main-'))
  port = await freePort()
})
afterEach(async () => {
  for (const program of started.splice(0)) {
    program.kill('SIGKILL')
    await program.exited
  }
  rmSync(dataDir, { recursive: true, force: true })
})
afterAll(() => rmSync(product, { recursive: true, force: true }))

/** Starts the product without the demo's rows. */
function startProduct(env: Record<string, string> = {}, name = 'main'): Program {
  const program = startProgram(join(product, `server/${name}.js`), [], {
    FROND_DATA_DIR: dataDir,
    FROND_DEMO: '0',
    PORT: String(port),
    ...env,
  })
  started.push(program)
  return program
}
const url = (path: string): string => `http://127.0.0.1:${port}${path}`
const knock = () =>
  fetch(url('/healthz')).then(
    () => 'open',
    () => 'closed',
  )

const signIn = (email: string, password: string): Promise<Response> =>
  fetch(url('/api/v1/users/login'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, role: 'admin' }),
  })
const production = { NODE_ENV: 'production', FROND_SECRET: 'a secret for tests, and for tests only' }
const admin = { FROND_ADMIN_EMAIL: 'you@example.com', FROND_ADMIN_PASSWORD: 'a long and quiet evening' }

/** Sends the head of a sign-in and holds back its body. */
async function beginSignIn(): Promise<{ socket: Socket; finish: () => Promise<string> }> {
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'nothing', role: 'admin' })
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST /api/v1/users/login HTTP/1.1\r\nHost: frond\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  return {
    socket,
    async finish() {
      socket.write(body)
      let answer = ''
      for await (const part of socket) answer += String(part)
      return answer
    },
  }
}

describe('a start', PATIENT, () => {
  it('prints the address, the sign-in and the data folder, and keeps the data', async () => {
    const first = startProduct({ FROND_DEMO: '1' })
    await first.says('Ctrl+C')
    expect(first.output()).toContain(`Frond is at http://127.0.0.1:${port}`)
    const password = /Sign in {2}admin@example\.com \/ (\S+)/.exec(first.output())?.[1] ?? ''
    expect(first.output()).toContain(`Data     ${dataDir}`)
    expect(first.output()).toMatch(/not a power loss/)
    const signedIn = await signIn('admin@example.com', password)
    const { token } = ((await signedIn.json()) as { result: { token: string } }).result
    first.kill('SIGKILL')
    await first.exited

    const second = startProduct({ FROND_DEMO: '1' })
    await second.says(password)
    const counts = await fetch(url('/api/v1/dashboard/analytics'), { headers: { authorization: `Bearer ${token}` } })
    expect(await counts.json()).toMatchObject({ result: { users: 9, gateways: 40, plants: 64 } })
  })

  it('prints no password that does not open the account', async () => {
    const first = startProduct({ FROND_DEMO: '1', FROND_ADMIN_PASSWORD: admin.FROND_ADMIN_PASSWORD }, 'brief')
    await first.says(`Sign in  admin@example.com / ${admin.FROND_ADMIN_PASSWORD}`)
    await first.says('Ctrl+C')
    first.kill('SIGTERM')
    await first.exited

    const second = startProduct({ FROND_DEMO: '1' }, 'brief')
    await second.says('Ctrl+C')
    expect(second.output()).toContain(
      'Sign in  admin@example.com, with the password that you set; npm run admin -- reset sets another\n',
    )
  })

  it('beside a running server names the folder’s holder', async () => {
    const running = startProduct()
    await running.says('Frond is at')
    const beside = startProduct({ PORT: String(await freePort()) })
    expect(await beside.exited).toBe(1)
    expect(beside.output()).toContain(`is in use by process ${running.pid} (http://127.0.0.1:${port}, since `)
    expect((await fetch(url('/readyz'))).status).toBe(200)
  })

  it('on a taken port says so and unlocks the folder', async () => {
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    const program = startProduct()
    expect(await program.exited).toBe(1)
    expect(program.output()).toContain(`Frond cannot start. Port ${port} of 127.0.0.1 is in use by another program`)
    // The tools try another port then.
    expect(program.output()).toMatch(portInUse)
    expect(existsSync(join(dataDir, 'lock.json'))).toBe(false)
    other.close()
  })

  it('in production without a secret exits before it opens the port or touches the folder', async () => {
    const program = startProduct({ NODE_ENV: 'production' })
    expect(await program.exited).toBe(1)
    expect(program.output()).toMatch(/^Frond cannot start\. FROND_SECRET [^\n]+\n$/)
    await expect(fetch(url('/healthz'))).rejects.toThrow('fetch failed')
    expect(existsSync(join(dataDir, 'db'))).toBe(false)
  })

  it('in production prints lines of JSON only, its address among them', async () => {
    const program = startProduct({ ...production, ...admin })
    await program.says('Frond is at')
    const lines = program.output().trim().split('\n')
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(entries.at(-1)).toMatchObject({ level: 30, msg: `Frond is at ${url('')}`, data: dataDir, embedded: true })
    expect(program.output()).not.toContain(admin.FROND_ADMIN_PASSWORD)
  })

  it('in production on an empty database logs one sentence that nobody can sign in, and what to set', async () => {
    const program = startProduct(production)
    await program.says('Frond is at')
    const warnings = program.output().match(/Nobody can sign in[^"]*/g)
    expect(warnings).toEqual([
      'Nobody can sign in: there is no active administrator. Set FROND_ADMIN_EMAIL and FROND_ADMIN_PASSWORD and start again, ' +
        'or run `npm run admin -- reset`',
    ])
  })

  it('without an active administrator reactivates the one of the settings, and says so without the password', async () => {
    const env = { ...production, ...admin }
    const first = startProduct(env)
    await first.says('Frond is at')
    expect(first.output()).not.toContain('Nobody can sign in')
    first.kill('SIGTERM')
    await first.exited
    const db = await openDatabase({ dataDir, databaseUrl: null, publicUrl: url('') })
    await db.query(sql`update users set active = false`)
    await db.close()

    const second = startProduct({ ...env, FROND_ADMIN_PASSWORD: 'quite another one' })
    await second.says('Frond is at')
    expect(second.output()).toContain(`reactivated ${admin.FROND_ADMIN_EMAIL}, with the password of FROND_ADMIN_PASSWORD`)
    expect(second.output()).not.toContain('quite another one')
    expect((await signIn(admin.FROND_ADMIN_EMAIL, 'quite another one')).status).toBe(200)
  })

  it('with another secret than the last start logs what no longer works', async () => {
    const first = startProduct(production)
    await first.says('Frond is at')
    expect(first.output()).not.toContain('FROND_SECRET')
    first.kill('SIGTERM')
    await first.exited

    const second = startProduct({ ...production, FROND_SECRET: 'another secret for tests, and for them only' })
    await second.says('Frond is at')
    expect(second.output()).toMatch(/"level":40,.*"msg":"FROND_SECRET differs from .*: all users must sign in again, /)
  })

  it('with API_URL serves the console alone, without database or secret', async () => {
    const program = startProduct({ NODE_ENV: 'production', API_URL: 'https://api.example.com' })
    await program.says('Frond is at')
    const page = await fetch(url('/sign-in'))
    expect(await page.text()).toContain('content="https://api.example.com"')
    expect(page.headers.get('content-security-policy')).toContain("connect-src 'self' https://api.example.com;")
    expect((await fetch(url('/api/v1/gateways'))).status).toBe(404)
    expect(existsSync(join(dataDir, 'db'))).toBe(false)
    program.kill('SIGTERM')
    expect(await program.exited).toBe(0)
  })
})

describe('a shutdown', PATIENT, () => {
  it.each([
    ['at a signal', ['SIGTERM']],
    ['at two that arrive together, as a terminal and npm send them at one Ctrl+C', ['SIGINT', 'SIGTERM']],
  ] as const)('answers open requests, closes the port and unlocks the folder, %s', async (_how, signals) => {
    const program = startProduct()
    await program.says('Frond is at')
    const { finish } = await beginSignIn()
    await fetch(url('/healthz'))
    for (const signal of signals) program.kill(signal)
    await expect.poll(knock, { timeout: 9000 }).toBe('closed')
    expect(await finish()).toMatch(/^HTTP\/1\.1 401 /)
    expect(await program.exited).toBe(0)
    expect(existsSync(join(dataDir, 'lock.json'))).toBe(false)
  })

  it('aborts an endless call after its time-out, and unlocks the folder', async () => {
    const program = startProduct({}, 'brief')
    await program.says('Frond is at')
    const { socket } = await beginSignIn()
    socket.on('error', () => undefined)
    // By now the server has received the beginning: it closes a connection without a request at once.
    await fetch(url('/healthz'))
    program.kill('SIGTERM')
    expect(await program.exited).toBe(1)
    expect(program.output()).toContain('Frond stopped (SIGTERM), but aborted the calls that took more than 0.5 s.')
    expect(existsSync(join(dataDir, 'lock.json'))).toBe(false)
  })

  it('closes the rest when a part cannot be closed, and says why', async () => {
    const program = startProduct({ FROND_DEMO: '1' }, 'brief')
    await program.says('Frond is at')
    program.kill('SIGTERM')
    expect(await program.exited).toBe(1)
    expect(program.output()).toContain('Frond stopped (SIGTERM), but not all of it could be closed: The demo goes on.')
    expect(existsSync(join(dataDir, 'lock.json'))).toBe(false)
  })

  it('exits at once at a later second signal', async () => {
    const program = startProduct()
    await program.says('Frond is at')
    const { socket } = await beginSignIn()
    socket.on('error', () => undefined)
    program.kill('SIGINT')
    await expect.poll(knock, { timeout: 9000 }).toBe('closed')
    const pressAgain = () => {
      program.kill('SIGINT')
      return Promise.race([program.exited, Promise.resolve('running')])
    }
    await expect.poll(pressAgain, { timeout: 9000 }).toBe(1)
    expect(program.output()).not.toContain('aborted the calls')
  })
})
