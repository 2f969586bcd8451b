// Tests the embedded database, or no database.
// @module-tag embedded
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../src/server/app'
import { buildConsoleApp } from '../../../src/server/console/app'
import { startServer, type TestServer } from '../../support/server/server'

const STYLE = 'body{margin:0}'
const SCRIPT = 'document.documentElement.dataset.theme="dark"'
const ASSET = 'console.log("leaf")'
const HTML = `<!doctype html><html><head>
<meta name="frond-api-url" content="" />
<meta name="frond-password-min" content="6" />
<meta name="frond-registration" content="" />
<meta name="frond-google" content="" />
<meta name="frond-facebook" content="" />
<style>${STYLE}</style><script>${SCRIPT}</script>
<script type="module" src="/assets/main-1a2b.js"></script></head><body><div id="root"></div>${'<!-- leaf -->'.repeat(120)}</body></html>`

let dir: string
let server: TestServer
let app: FastifyInstance

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'frond-console-'))
  mkdirSync(join(dir, 'assets'))
  mkdirSync(join(dir, '.vite'))
  writeFileSync(join(dir, 'index.html'), HTML)
  writeFileSync(join(dir, 'assets/main-1a2b.js'), ASSET)
  writeFileSync(join(dir, 'assets/main-1a2b.js.br'), brotliCompressSync(ASSET))
  writeFileSync(join(dir, 'assets/main-1a2b.js.gz'), gzipSync(ASSET))
  writeFileSync(join(dir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(dir, '.vite/manifest.json'), '{}')
  writeFileSync(join(dir, '.env'), 'SECRET=1')
  server = await startServer()
  app = await buildApp(
    { ...server.deps, settings: { ...server.settings, passwordMin: 9, registration: 'invite' } },
    { consoleDir: dir },
  )
})
afterAll(async () => {
  await app.close()
  await server.close()
  rmSync(dir, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })
const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Splits a policy into its directives, by name. */
function directives(policy: unknown): Record<string, string> {
  return Object.fromEntries(
    String(policy)
      .split('; ')
      .map((directive) => [directive.split(' ', 1)[0] ?? '', directive.replace(/^\S+ ?/, '')]),
  )
}

describe('consoleRoutes', () => {
  it.each([
    '/',
    '/sign-in',
    '/sign-in?returnUrl=%2Fpages',
    '/pages/gateways/0192/edit',
    '/unknown',
    '/assets-of-ours',
    '/apiary',
    '/pages/gateways/%',
    '/pages/gateways/%ff?q=%',
  ])('answers %s with the page, never kept', async (url) => {
    const response = await get(url)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.body).toContain('<div id="root">')
  })

  it('passes the settings to the page', async () => {
    expect((await get('/')).body).toContain('<meta name="frond-password-min" content="9"')
    expect((await get('/')).body).toContain('<meta name="frond-registration" content="invite"')
  })

  it.each([
    '/assets/gone-9f9f.js',
    '/assets/',
    '/missing.js',
    '/index.html.map',
    '/.env',
    '/.git/config',
    '/.vite/manifest.json',
  ])('answers %s with 404, not with the page', async (url) => {
    const response = await get(url)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'not_found' })
  })

  it.each(['/..%2f..%2fpackage.json', '/assets/..%2f..%2findex.html', '/assets//etc/passwd', '/assets/..\\x.js'])(
    'never leaves its folder for %s',
    async (url) => {
      const response = await get(url)
      expect([400, 404]).toContain(response.statusCode)
      expect(response.headers['content-type']).toContain('json')
    },
  )

  it('leaves paths below /api to the API', async () => {
    expect((await get('/api/v1/unknown')).statusCode).toBe(401)
    const known = await get('/api/v1/unknown', { authorization: `Bearer ${await server.signIn()}` })
    expect(known.statusCode).toBe(404)
    expect(known.json()).toMatchObject({ code: 'not_found' })
  })

  it('serves hashed files as immutable, in an encoding that the browser accepts', async () => {
    const plain = await get('/assets/main-1a2b.js')
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript; charset=utf-8',
      vary: 'accept-encoding',
    })
    expect(plain.headers['content-encoding']).toBeUndefined()
    const brotli = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(ASSET)
    const gzip = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip, br;q=0' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(ASSET)
    expect(plain.body).toBe(ASSET)
  })

  it('sends scripts and styles without headers for documents', async () => {
    for (const accept of ['identity', 'br']) {
      const { headers } = await get('/assets/main-1a2b.js', { 'accept-encoding': accept })
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' })
      expect(Buffer.byteLength(JSON.stringify(headers))).toBeLessThan(520)
      expect(headers['content-security-policy']).toBeUndefined()
    }
    expect((await get('/favicon.svg')).headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
  })

  it('compresses the page, too', async () => {
    const response = await get('/', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(response.rawPayload).toString()).toContain('<div id="root">')
  })

  it('answers 304 when the browser has the current file', async () => {
    const etag = String((await get('/favicon.svg')).headers.etag)
    const again = await get('/favicon.svg', { 'if-none-match': etag })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  it('answers HEAD like GET, without the body', async () => {
    const response = await app.inject({ method: 'HEAD', url: '/favicon.svg' })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('image/svg+xml')
    expect(response.body).toBe('')
  })
})

describe('the page’s Content-Security-Policy', () => {
  it('allows its own inline scripts and styles by their hashes, and nothing unsafe', async () => {
    const policy = directives((await get('/')).headers['content-security-policy'])
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'script-src': `'self' ${sha256(SCRIPT)}`,
      'style-src': `'self' ${sha256(STYLE)}`,
      'connect-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
    })
    expect(JSON.stringify(policy)).not.toContain('unsafe')
  })
})

describe('the console alone', () => {
  it('serves the page for the API of API_URL, without a database', async () => {
    const settings = { ...server.settings, apiUrl: 'https://api.example.com/frond', googleClientId: '46' }
    const alone = await buildConsoleApp(settings, dir)
    const page = await alone.inject('/pages/dashboard')
    expect(page.body).toContain('<meta name="frond-api-url" content="https://api.example.com/frond"')
    expect(page.body).toContain('<meta name="frond-registration" content=""')
    expect(directives(page.headers['content-security-policy'])['connect-src']).toBe("'self' https://api.example.com")
    expect(page.body).toMatch(/<meta name="frond-google" content="https:[^"]*client_id=46&amp;response_type=token/)
    expect(page.body).toContain('<meta name="frond-facebook" content=""')
    expect((await alone.inject('/oauth/callback')).body).toContain('You can close this window.')
    expect((await alone.inject('/readyz')).statusCode).toBe(200)
    expect((await alone.inject('/metrics')).statusCode).toBe(404)
    const call = await alone.inject('/api/v1/gateways')
    expect(call.statusCode).toBe(404)
    expect(call.json()).toMatchObject({ code: 'not_found' })
    await alone.close()
  })
})
