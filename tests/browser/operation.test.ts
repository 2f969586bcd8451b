// @module-tag full
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newFolder, startProduct, type Product } from '../../src/tools/product'
import { freePort } from '../../src/tools/freePort'
import { signIn, startChromium } from '../support/browser/browser'
import { demoFolder } from '../support/browser/demo'

const browser = startChromium()

async function start(options: Parameters<typeof startProduct>[0]): Promise<Product> {
  const product = await startProduct(options)
  onTestFinished(() => product.stop('SIGKILL'))
  return product
}

/** Runs the server until it exits by itself. */
async function run(env: Readonly<Record<string, string>>): Promise<{ code: number | null; output: string }> {
  const started = spawn(process.execPath, ['dist/server/main.js'], { env: { PATH: process.env['PATH'] ?? '', ...env } })
  let output = ''
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  const [code] = (await once(started, 'exit')) as [number | null]
  return { code, output }
}

describe('a restart', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'loses nothing and keeps the session when the server was ended by %s',
    async (signal) => {
      const dataDir = demoFolder()
      const port = await freePort()
      const before = await start({ dataDir, port })
      const page = await browser.open(`${before.origin}/sign-in`)
      await signIn(page)
      await page.goto(`${before.origin}/pages/sensors/new`)
      await page.getByLabel('Name').fill('Survivor')
      await page.getByLabel('EUI').fill('70B3D5FFFE0A0B0C')
      await page.getByRole('button', { name: 'Create sensor' }).click()
      await page.getByRole('heading', { level: 1, name: 'Survivor' }).waitFor()
      await before.stop(signal)

      await start({ dataDir, port })
      await page.reload()
      await page.getByRole('heading', { level: 1, name: 'Survivor' }).waitFor()
      await page.getByRole('main').getByText('70B3D5FFFE0A0B0C').first().waitFor()
    },
  )
})

describe('the server', () => {
  it('exits and names the holder when another server has the folder', async () => {
    const dataDir = demoFolder()
    const holder = await start({ dataDir })
    const { code, output } = await run({ FROND_DATA_DIR: dataDir, PORT: String(await freePort()) })
    expect(code).not.toBe(0)
    expect(output).toContain(String(holder.pid))
    expect(output).not.toMatch(/\n\s+at /)
  })

  it('names a wrong setting in one sentence', async () => {
    const { code, output } = await run({ PORT: 'leaf' })
    expect(code).not.toBe(0)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(output).toContain('PORT')
  })

  it('refuses to start in production without a secret', async () => {
    const { code, output } = await run({ NODE_ENV: 'production', FROND_DATA_DIR: newFolder() })
    expect(code).not.toBe(0)
    expect(output).toContain('FROND_SECRET')
  })
})

describe('the console alone', () => {
  it('calls the API that API_URL names', async () => {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const api = await start({ dataDir: demoFolder(), env: { CORS_ORIGINS: origin } })
    await start({ port, env: { API_URL: api.origin, FROND_ADMIN_PASSWORD: '' } })
    const page = await browser.open(`${origin}/sign-in`)
    await signIn(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Sensors' }).first().click()
    await page.getByRole('main').getByRole('rowheader').first().waitFor()
  })
})
