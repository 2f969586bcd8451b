import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createServer } from 'vite'
import { settingsInPage } from '../../.scripts/settingsInPage.mjs'

/** Returns the page that `npm run dev` serves with these settings. */
async function devPage(env: NodeJS.ProcessEnv): Promise<string> {
  const root = join(import.meta.dirname, '../..')
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
  return vite.transformIndexHtml('/', readFileSync(join(root, 'index.html'), 'utf8'))
}

describe('npm run dev', () => {
  it('writes the settings into the page', async () => {
    const page = await devPage({ API_URL: 'http://api.example.com', FROND_PASSWORD_MIN: '13' })
    expect(page).toContain('<meta name="frond-api-url" content="http://api.example.com"')
    expect(page).toContain('<meta name="frond-password-min" content="13"')
  })
})
