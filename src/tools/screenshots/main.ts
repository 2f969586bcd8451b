import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { ensureBuilt } from '../../../.scripts/build.mjs'
import { ensureChromium } from '../../../.scripts/chromium.mjs'
import { root } from '../../../.scripts/root.mjs'
import { adminEmail, adminPassword, startProduct } from '../product'
import { withoutEvents } from '../quiet'

const readme = { signIn: '/sign-in', dashboard: '/pages/dashboard', gateways: '/pages/gateways' }
const everything = {
  'sign-in': '/sign-in',
  'sign-up': '/sign-up',
  'forgot-password': '/forgot-password',
  'confirmation-instructions': '/confirmation-instructions',
  dashboard: '/pages/dashboard',
  gateways: '/pages/gateways',
  'gateways-none': '/pages/gateways?q=no-such-gateway',
  'gateways-failed': '/pages/gateways',
  'gateway-new': '/pages/gateways/new',
  gateway: 'gateways',
  sensors: '/pages/sensors',
  'sensor-new': '/pages/sensors/new',
  sensor: 'sensors',
  plants: '/pages/plants',
  'plant-new': '/pages/plants/new',
  plant: 'plants',
  'plant-requests': '/pages/plant-requests',
  'plant-request': 'plant-requests',
  'humidity-groups': '/pages/humidity-groups',
  'humidity-group': 'humidity-groups',
  'temperature-groups': '/pages/temperature-groups',
  'light-groups': '/pages/light-groups',
  'gateway-hardwares': '/pages/gateway-hardwares',
  'gateway-hardware': 'gateway-hardwares',
  'gateway-firmwares': '/pages/gateway-firmwares',
  'gateway-firmware': 'gateway-firmwares',
  rollouts: '/pages/rollouts',
  'rollout-new': '/pages/rollouts/new',
  rollout: 'rollouts',
  alerts: '/pages/alerts',
  alert: 'alerts',
  'alert-rules': '/pages/alert-rules',
  'alert-rule-new': '/pages/alert-rules/new',
  'alert-rule': 'alert-rules',
  'notification-channels': '/pages/notification-channels',
  'notification-channel-new': '/pages/notification-channels/new',
  'notification-channel': 'notification-channels',
  activity: '/pages/activity',
  users: '/pages/users',
  user: 'users',
  invitations: '/pages/users/invitations',
  account: '/pages/account',
}
/** The element that appears last on a page, by the picture's name. */
const last: Readonly<Record<string, string>> = { dashboard: 'text=Needs attention', sensor: 'main canvas' }
/** The call that fails on a page, by the picture's name. */
const failing: Readonly<Record<string, string>> = { 'gateways-failed': '**/api/v1/gateways' }
const widths = {
  wide: { width: 1440, height: 900 },
  medium: { width: 1024, height: 800 },
  narrow: { width: 375, height: 812 },
}

export const help = `npm run screenshots -- [options]

Takes the READMEs' pictures of the built product with its demo rows.

  --all          some forty screens in three widths, into reports/screenshots
  --into FOLDER  writes there instead`

/** The parsed arguments. */
interface Options {
  readonly all: boolean
  readonly folder: string
}

/** Runs the command; returns its exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { all: { type: 'boolean', default: false }, into: { type: 'string' } },
  })
  const { all, into } = values
  const folder = resolve(into ?? join(root, all ? 'reports/screenshots' : '.docs/images'))
  const executablePath = await ensureChromium()
  ensureBuilt()
  const product = await startProduct()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'] })
  mkdirSync(folder, { recursive: true })
  const sizes = all ? Object.entries(widths) : ([['', widths.wide]] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [width, viewport] of sizes) await take(browser, product.origin, { all, folder }, { colorScheme, width, viewport })
  await browser.close()
  await product.stop()
  return 0
}

interface Look {
  readonly colorScheme: 'light' | 'dark'
  /** The width's word in the pictures' file names. */
  readonly width: string
  readonly viewport: { readonly width: number; readonly height: number }
}

/** Takes every picture in one theme and width. */
async function take(
  browser: Browser,
  baseURL: string,
  { all, folder }: Options,
  { colorScheme, width, viewport }: Look,
): Promise<void> {
  const context = await browser.newContext({ baseURL, colorScheme, viewport, locale: 'en-GB', reducedMotion: 'reduce' })
  await context.addInitScript(withoutEvents)
  const page = await context.newPage()
  const nameOf = (picture: string): string =>
    `${[picture.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), width, colorScheme].filter(Boolean).join('-')}.png`
  for (const [picture, path] of Object.entries(all ? everything : readme)) {
    const call = failing[picture]
    if (call !== undefined) await page.route(call, (route) => route.fulfill({ status: 503, body: '' }))
    await open(page, path)
    const awaited = last[picture]
    if (awaited !== undefined) {
      await page.locator(awaited).waitFor()
      await settled(page)
    }
    if (all) await scrolled(page)
    await page.screenshot({ path: join(folder, nameOf(picture)), fullPage: all })
    if (call !== undefined) await page.unroute(call)
    console.log(nameOf(picture))
  }
  await inspect(context, join(folder, nameOf('inspector')), all)
  console.log(nameOf('inspector'))
  await context.close()
}

/** Opens a path, or the first row of an area's list; signs in when the page asks for it. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path.startsWith('/') ? path : `/pages/${path}`)
  await settled(page)
  if (path.startsWith('/pages') && new URL(page.url()).pathname === '/sign-in') {
    await page.getByLabel('Email').fill(adminEmail)
    await page.getByLabel('Password', { exact: true }).fill(adminPassword)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/pages/**')
  }
  if (!path.startsWith('/')) {
    await page.locator('main tbody a').first().click()
    await page.waitForURL(/\/[\da-f-]{36}$/)
  }
  await settled(page)
  await page.mouse.move(0, 0)
}

/** Waits until a page has its heading and loads nothing any more. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], .skeleton') === null)
}

/** Scrolls to the end and back, since some parts of a page load when they are seen. */
async function scrolled(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await settled(page)
  await page.evaluate(() => scrollTo(0, 0))
}

/** Takes a picture of the inspector beside a tab that has just signed in. */
async function inspect(context: BrowserContext, path: string, fullPage: boolean): Promise<void> {
  const tab = await context.newPage()
  await tab.goto('/pages/dashboard')
  await tab.getByRole('button', { name: 'Account' }).click()
  await tab.getByRole('menuitem', { name: 'Sign out' }).click()
  await tab.getByLabel('Email').fill(adminEmail)
  await tab.getByLabel('Password', { exact: true }).fill(adminPassword)
  await tab.getByRole('button', { name: 'Login' }).click()
  await tab.waitForURL('**/pages/**')
  await settled(tab)
  const inspector = await context.newPage()
  await inspector.goto('/inspector')
  await inspector.getByRole('img', { name: 'session.authenticated is active' }).waitFor()
  await inspector.mouse.move(0, 0)
  await inspector.screenshot({ path, fullPage })
}
