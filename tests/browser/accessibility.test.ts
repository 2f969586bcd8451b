import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { findings, overflows } from '../support/axe'
import { startChromium } from '../support/browser'
import { signInRemotely, type Row } from '../support/remote'

const browser = startChromium()
/** Ids for the paths that show one row. */
const rows: Record<string, string> = {}
beforeAll(async () => {
  const remote = await signInRemotely()
  rows['gateways'] = (await remote.create('gateways', {})).id
  rows['sensors'] = (await remote.create('sensors', {})).id
  for (const slug of [
    'plants',
    'plant-requests',
    'humidity-groups',
    'temperature-groups',
    'light-groups',
    'gateway-hardwares',
    'gateway-firmwares',
  ]) {
    const { body } = await remote.call('GET', `/${slug.replace('-', '_')}`)
    rows[slug] = (body.result as Row[])[0]?.id ?? ''
  }
})

const signedOut = [
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/confirmation-instructions',
  '/reset-password?token=x',
  '/confirm?token=x',
]
const signedIn = [
  '/pages/dashboard',
  '/pages/gateways',
  '/pages/gateways?q=there-is-no-such-thing',
  '/pages/gateways/new',
  '/pages/gateways/:id',
  '/pages/gateways/:id/edit',
  '/pages/sensors',
  '/pages/sensors/new',
  '/pages/sensors/:id',
  '/pages/sensors/:id/edit',
  '/pages/plants',
  '/pages/plants/new',
  '/pages/plants/:id',
  '/pages/plants/:id/edit',
  '/pages/plant-requests',
  '/pages/plant-requests?status=rejected',
  '/pages/plant-requests/:id',
  '/pages/plant-requests/:id/edit',
  '/pages/humidity-groups',
  '/pages/humidity-groups/new',
  '/pages/humidity-groups/:id',
  '/pages/temperature-groups',
  '/pages/temperature-groups/:id',
  '/pages/light-groups',
  '/pages/light-groups/:id',
  '/pages/light-groups/:id/edit',
  '/pages/gateway-hardwares',
  '/pages/gateway-hardwares/new',
  '/pages/gateway-hardwares/:id',
  '/pages/gateway-firmwares',
  '/pages/gateway-firmwares?status=draft&latest=false',
  '/pages/gateway-firmwares/new',
  '/pages/gateway-firmwares/:id',
  '/pages/gateway-firmwares/:id/edit',
  '/pages/users',
  '/pages/users/invitations',
  '/pages/account',
  '/pages/nowhere',
]

const looks = [
  { look: 'light', options: { colorScheme: 'light' } },
  { look: 'dark', options: { colorScheme: 'dark' } },
  { look: '320 px wide', options: { viewport: { width: 320, height: 640 } } },
] as const

/** What axe finds in a page whose heading is there. */
async function findingsOf(page: Page): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return findings(page)
}

function addressOf(path: string): string {
  return path.replace(/\/([\w-]+)\/:id/, (_all, area: string) => `/${area}/${rows[area] ?? ''}`)
}

describe('the search for barriers', () => {
  it('finds one when there is one', async () => {
    const page = await browser.open('/sign-in')
    await page.evaluate(() =>
      document.querySelector('main')?.append(document.createElement('img'), document.createElement('button')),
    )
    const found = (await findingsOf(page)).join('\n')
    expect(found).toContain('image-alt')
    expect(found).toContain('button-name')
  })
})

describe.each(looks)('in the look $look', ({ options }) => {
  it.each(signedOut)('%s has nothing that axe objects to when nobody is signed in', async (path) => {
    const page = await browser.open(path, options)
    expect(await findingsOf(page)).toEqual([])
    expect(await overflows(page)).toBe(false)
  })

  it.each(signedIn)('%s has nothing that axe objects to when an administrator looks', async (path) => {
    const page = await browser.openSignedIn(addressOf(path), options)
    expect(await findingsOf(page)).toEqual([])
    expect(await overflows(page)).toBe(false)
  })
})

describe('a page that was just opened', () => {
  it('has its title in the window and the focus on its heading when it was reached by a link', async () => {
    const page = await browser.openSignedIn('/pages/dashboard')
    await page.getByRole('navigation').getByRole('link', { name: 'Sensors' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Sensors' }).waitFor()
    await expect.poll(() => page.title()).toContain('Sensors')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  })

  it('leads past the menu when the first Tab is followed', async () => {
    const page = await browser.openSignedIn('/pages/dashboard')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('body').press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  })
})
