import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { adminEmail, adminPassword } from '../../src/tools/product'
import { barriers } from '../support/browser/barriers'
import { signIn, startChromium, submitSignIn } from '../support/browser/browser'
import { startNamedDemo } from '../support/browser/demo'
import { stopTimers, watchTimers } from '../support/browser/tabs'

const browser = startChromium()

/** Opens the inspector in a tab of this browser context. */
async function openInspector(person: BrowserContext): Promise<Page> {
  const page = await person.newPage()
  await page.goto('/inspector')
  await page.getByRole('heading', { level: 1, name: 'Inspector' }).waitFor()
  return page
}

const where = (inspector: Page, place: string) => inspector.getByRole('heading', { level: 2, name: place })
const drawn = (inspector: Page, place: string) => inspector.getByRole('img', { name: `${place} is active` })

describe('the inspector', () => {
  it('shows the session of another tab live, and steps back without changing it', async () => {
    const person = await browser.person()
    await watchTimers(person)
    const inspector = await openInspector(person)
    await inspector.getByText('No tab of the console is open').waitFor()
    const tab = await person.newPage()
    await tab.goto('/sign-in')
    await drawn(inspector, 'guest.noToken').waitFor()

    // Stops the inspector's timers: from now on it shows only what it receives, not what it polls.
    await stopTimers(inspector)
    await signIn(tab)
    await where(inspector, 'session.authenticated').waitFor()
    await drawn(inspector, 'session.authenticated').waitFor()

    await inspector
      .getByRole('region', { name: 'Event log' })
      .getByRole('button', { name: /done\(signIn\)/ })
      .click()
    await inspector.keyboard.press('ArrowLeft')
    await where(inspector, 'guest.signingIn').waitFor()
    await drawn(inspector, 'guest.signingIn').waitFor()
    await tab.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await inspector.getByRole('button', { name: 'Live', exact: true }).click()
    await drawn(inspector, 'session.authenticated').waitFor()
  })

  it('lists every tab with its past steps, and greys a closed tab', async () => {
    const person = await browser.person()
    const tab = await person.newPage()
    await tab.goto('/sign-in')
    await submitSignIn(tab, adminEmail, 'not the password')
    await tab.getByRole('alert').first().waitFor()
    const other = await person.newPage()
    await other.goto('/sign-up')
    await other.getByRole('heading', { level: 1 }).waitFor()
    const inspector = await openInspector(person)
    const tabs = inspector.getByRole('navigation', { name: 'Machines' })
    await tabs.getByRole('button', { name: /^Sign up guest\.noToken/ }).waitFor()
    await tabs.getByRole('button', { name: /^Sign in guest\.noToken/ }).click()
    const log = inspector.getByRole('region', { name: 'Event log' })
    for (const event of ['start', 'signIn', 'error(signIn)']) await log.getByText(event, { exact: true }).waitFor()
    await other.close()
    await tabs.getByRole('button', { name: /^Sign up guest\.noToken closed/ }).waitFor()
  })

  it('sends a tab an event in the demo', async () => {
    const person = await browser.person()
    const tab = await person.newPage()
    await tab.goto('/sign-in')
    await signIn(tab)
    const inspector = await openInspector(person)
    await inspector.getByRole('button', { name: 'Send signOut' }).click()
    await drawn(inspector, 'guest.signedOut').waitFor()
    await tab.getByRole('button', { name: 'Login' }).waitFor()
  })

  it('shows an import and the live connection of a tab as they run, but no values of rows', async () => {
    const person = await browser.person()
    const tab = await person.newPage()
    await tab.goto('/sign-in')
    await signIn(tab)
    await tab.goto('/pages/humidity-groups')
    await tab.getByRole('button', { name: 'Import' }).click()
    const inspector = await openInspector(person)
    const machines = inspector.getByRole('navigation', { name: 'Machines' })
    await machines.getByRole('button', { name: /^live / }).waitFor()
    await machines.getByRole('button', { name: 'alert' }).waitFor()
    await machines.getByRole('button', { name: /^import choosing/ }).press('Enter')
    await drawn(inspector, 'choosing').waitFor()
    await tab
      .getByLabel('CSV file')
      .setInputFiles({ name: 'Zecret.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nZecret moss\n') })
    await drawn(inspector, 'mapping').waitFor()
    await inspector
      .getByRole('region', { name: 'Event log' })
      .getByRole('button', { name: /done\(readFile\)/ })
      .waitFor()
    expect(await inspector.content()).not.toContain('Zecret')
    await tab.goto('/pages/dashboard')
    await machines.getByRole('button', { name: /^import mapping/ }).waitFor()
  })

  it('requests only its own files, and contains no secrets', async () => {
    const person = await browser.person()
    const tab = await person.newPage()
    await tab.goto('/sign-in')
    const inspector = await person.newPage()
    const requests: string[] = []
    inspector.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
    const log = await tab.evaluateHandle(() => {
      const messages: unknown[] = []
      new BroadcastChannel('frond.inspector').addEventListener('message', ({ data }) => messages.push(data))
      return messages
    })
    await inspector.goto('/inspector')
    await drawn(inspector, 'guest.noToken').waitFor()
    await signIn(tab)
    await drawn(inspector, 'session.authenticated').waitFor()
    const stored = await tab.evaluate(() => localStorage.getItem('token') ?? '')
    const messages = JSON.stringify(await log.jsonValue())
    const page = await inspector.content()
    expect(messages).toContain('xstate.done.actor.signIn')
    for (const secret of [adminPassword, adminEmail, stored, 'eyJ']) {
      expect(messages).not.toContain(secret)
      expect(page).not.toContain(secret)
    }
    expect(requests.filter((call) => !/^GET \/(inspector|assets\/[\w.-]+)$/.test(call))).toEqual([])
    expect(requests.filter((call) => /\/(dashboard|inside|list|recorder)-/i.test(call))).toEqual([])
  })

  it('copies the machine to paste into Stately’s tools', async () => {
    const person = await browser.person({ permissions: ['clipboard-read', 'clipboard-write'] })
    const tab = await person.newPage()
    await tab.goto('/sign-in')
    const inspector = await openInspector(person)
    await inspector.getByRole('button', { name: 'Copy machine' }).click()
    await inspector.getByRole('status').getByText('Copied').waitFor()
    expect(await inspector.evaluate(() => navigator.clipboard.readText())).toBe(readFileSync('machines/authMachine.ts', 'utf8'))
  })

  it('has no findings of axe in either theme at any width', async () => {
    const person = await browser.person()
    const inspector = await openInspector(person)
    const found = await barriers(inspector, 'the inspector without a tab')
    const tab = await person.newPage()
    await tab.goto('/sign-in')
    await signIn(tab)
    await drawn(inspector, 'session.authenticated').waitFor()
    found.push(...(await barriers(inspector, 'the inspector with a tab')))
    expect(found).toEqual([])
  })
})

describe('in production', () => {
  const production = {
    NODE_ENV: 'production',
    FROND_SECRET: 'moss-and-morning-dew-under-the-old-oak',
    FROND_ADMIN_EMAIL: 'admin@example.com',
  }

  async function start(env: Readonly<Record<string, string>>): Promise<string> {
    const product = await startNamedDemo({ ...production, ...env })
    onTestFinished(() => product.stop('SIGKILL'))
    return product.origin
  }

  it('is absent, and nothing is recorded, unless the setting turns it on', async () => {
    const origin = await start({})
    const person = await browser.person()
    const page = await person.newPage()
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await page.goto(`${origin}/sign-in`)
    await page.getByRole('button', { name: 'Login' }).waitFor()
    await page.goto(`${origin}/inspector`)
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    expect(urls.length).toBeGreaterThan(3)
    expect(urls.filter((url) => /inspector-|recorder/i.test(url))).toEqual([])
  })

  it('is read-only when the setting turns it on', async () => {
    const origin = await start({ FROND_INSPECTOR: '1' })
    const person = await browser.person()
    const tab = await person.newPage()
    await tab.goto(`${origin}/sign-in`)
    await signIn(tab)
    const inspector = await person.newPage()
    await inspector.goto(`${origin}/inspector`)
    await drawn(inspector, 'session.authenticated').waitFor()
    expect(await inspector.getByRole('button', { name: /^Send/ }).count()).toBe(0)
  })
})
