// `npm run screenshots`: takes the README's pictures from the built product with its demo rows. `-- --all` takes every screen, wide and
// narrow, into reports/screenshots, to be looked at.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { adminEmail, adminPassword, startProduct } from './product.mjs'
import { withoutEvents } from './quiet.mjs'
import { fail, root } from './root.mjs'

const readme = { signIn: '/sign-in', dashboard: '/pages/dashboard', gateways: '/pages/gateways' }
const everything = {
  'sign-in': '/sign-in',
  'sign-up': '/sign-up',
  'forgot-password': '/forgot-password',
  'confirmation-instructions': '/confirmation-instructions',
  dashboard: '/pages/dashboard',
  gateways: '/pages/gateways',
  'gateways-none': '/pages/gateways?q=no-such-gateway',
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
  users: '/pages/users',
  user: 'users',
  invitations: '/pages/users/invitations',
  account: '/pages/account',
}
/** What comes last on a page, by its picture's name. */
const last = { dashboard: 'text=Needs attention', sensor: 'main canvas' }
const all = process.argv.includes('--all')
const widths = all
  ? { wide: { width: 1440, height: 900 }, narrow: { width: 375, height: 812 } }
  : { '': { width: 1440, height: 900 } }

try {
  const executablePath = await ensureChromium()
  ensureBuilt()
  const { chromium } = await import('playwright-core')
  const product = await startProduct()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'] })
  const folder = all ? join(root, 'reports/screenshots') : join(root, '.docs/images')
  mkdirSync(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark']) {
    for (const [width, viewport] of Object.entries(widths)) {
      const context = await browser.newContext({
        baseURL: product.origin,
        colorScheme,
        viewport,
        locale: 'en-GB',
        reducedMotion: 'reduce',
      })
      await context.addInitScript(withoutEvents)
      const page = await context.newPage()
      for (const [name, path] of Object.entries(all ? everything : readme)) {
        await open(page, path)
        if (name in last) await page.locator(last[name]).waitFor()
        const file = [name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), width, colorScheme]
          .filter(Boolean)
          .join('-')
        await page.screenshot({ path: join(folder, `${file}.png`), fullPage: all })
        console.log(`${file}.png`)
      }
      const name = ['inspector', width, colorScheme].filter(Boolean).join('-')
      await inspect(context, join(folder, `${name}.png`))
      console.log(`${name}.png`)
      await context.close()
    }
  }
  await browser.close()
  await product.stop()
  process.exit(0)
} catch (error) {
  fail(error)
}

/** Opens a path, or the first row of an area's list; signs in on the way if it must. */
async function open(page, path) {
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
    await page.getByRole('heading', { name: 'Record', exact: true }).waitFor()
  }
  await settled(page)
  await page.mouse.move(0, 0)
}

/** Waits until a page, wherever it led, has its heading and nothing on it is still loading. */
async function settled(page) {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], .skeleton') === null)
}

/** Takes a picture of the session inspector, beside a tab in which somebody has just signed in. */
async function inspect(context, path) {
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
  await inspector.screenshot({ path, fullPage: all })
}
