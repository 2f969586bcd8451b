import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttp, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createServer, type ViteDevServer } from 'vite'
import { settingsInPage } from '../../.scripts/settingsInPage.mjs'

const root = join(import.meta.dirname, '../..')

/** Starts what serves the console in `npm run dev` with these settings. */
async function startVite(env: NodeJS.ProcessEnv): Promise<ViteDevServer> {
  const cacheDir = mkdtempSync(join(tmpdir(), 'frond-dev-'))
  const vite = await createServer({
    root,
    cacheDir,
    logLevel: 'error',
    appType: 'custom',
    plugins: [settingsInPage({ FROND_DATA_DIR: cacheDir, ...env })],
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  })
  onTestFinished(async () => {
    await vite.close()
    rmSync(cacheDir, { recursive: true, force: true })
  })
  return vite
}

/** Answers requests at a host on a free port. */
async function listen(host: string, answer: RequestListener): Promise<AddressInfo> {
  const server = createHttp(answer).listen(0, host)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return server.address() as AddressInfo
}

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('npm run dev', () => {
  it('writes the settings into the page', async () => {
    const vite = await startVite({ API_URL: 'http://api.example.com', FROND_PASSWORD_MIN: '13' })
    const page = await vite.transformIndexHtml('/', readFileSync(join(root, 'index.html'), 'utf8'))
    expect(page).toContain('<meta name="frond-api-url" content="http://api.example.com"')
    expect(page).toContain('<meta name="frond-password-min" content="13"')
  })

  it('passes calls to the API where HOST and PORT put it', async () => {
    const api = await listen('127.0.0.2', ({ url }, response) => response.end(`The API answers ${url}`))
    vi.stubEnv('HOST', api.address)
    vi.stubEnv('PORT', String(api.port))
    const vite = await startVite({})
    const { port } = await listen('127.0.0.1', (request, response) => vite.middlewares(request, response))
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/gateways`)
    expect(await answer.text()).toBe('The API answers /api/v1/gateways')
  })
})
