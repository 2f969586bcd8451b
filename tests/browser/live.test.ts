import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { signIn, startChromium } from '../support/browser'

const browser = startChromium({ live: true })

/** A page that hears from here on what others change. */
async function openLive(path: string): Promise<Page> {
  const page = await (await browser.person()).newPage()
  await page.goto('/sign-in')
  const listening = page.waitForResponse((response) => response.url().includes('/api/v1/events') && response.status() === 200)
  await signIn(page)
  await listening
  await page.goto(path)
  await page.waitForResponse((response) => response.url().includes('/api/v1/events') && response.status() === 200)
  return page
}

/** Notes in the page when `text` is first seen. */
const watchFor = (page: Page, text: string) =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector('main')?.textContent.includes(wanted)) resolve(Date.now())
          else requestAnimationFrame(look)
        }
        look()
      }),
    text,
  )

const groupName = (what: string) => `${what} ${Math.random().toString(36).slice(2, 8)}`

describe('two administrators in two browsers', () => {
  it('see each other’s changes as they happen', async ({ annotate }) => {
    const [one, other] = [await openLive('/pages/humidity-groups'), await openLive('/pages/humidity-groups/new')]
    await one.getByRole('rowheader').first().waitFor()
    const name = groupName('Seen at once')
    await other.getByLabel('Name').fill(name)
    await other.getByLabel('Lowest soil moisture').fill('20')
    await other.getByLabel('Highest soil moisture').fill('60')
    const seen = watchFor(one, name)
    const stored = other
      .waitForResponse((response) => response.request().method() === 'POST' && response.url().includes('humidity_groups'))
      .then(() => Date.now())
    await other.getByRole('button', { name: 'Create humidity group' }).click()
    const ms = (await seen) - (await stored)

    await annotate(`Seen by the other browser ${ms} ms after the answer`)
    // On an idle machine a tenth of that; a busy one has its own pace.
    expect(ms).toBeLessThan(10_000)
  })
})
