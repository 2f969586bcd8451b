// @module-tag full
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { goTo, signIn, startChromium } from '../support/browser/browser'
import { calls, heading, main, surveyed, type Place } from '../support/browser/faults'

const browser = startChromium()
const code = /\/assets\/.+\.(js|css)$/

let places: readonly Place[] = []
beforeAll(async () => {
  places = (await surveyed()).places
})

describe('when the code of a panel or dialog does not load', () => {
  it('every panel and dialog reports it, and opens on Retry', async () => {
    const page = await browser.openSignedIn('/pages/sensors')
    await main(page).getByRole('rowheader').first().waitFor()
    let cut = false
    const refused: Promise<void>[] = []
    // Routed once, before any press: a browser that is taken offline sends nothing for a moment afterwards.
    await page.route(code, (route) => {
      if (!cut) return route.continue()
      const refusing = route.abort('internetdisconnected')
      refused.push(refusing)
      return refusing
    })
    const fails = async (open: () => Promise<unknown>, sign: ReturnType<Page['locator']>) => {
      cut = true
      await open()
      const again = page.getByRole('button', { name: 'Retry' })
      await again.waitFor()
      await again.click()
      await again.waitFor()
      // Waits until every request is refused: a later refusal would fail the next try.
      await Promise.all(refused)
      cut = false
      await again.click()
      await sign.waitFor()
      await page.keyboard.press('Escape')
    }
    const press = (name: string | RegExp) => () => main(page).getByRole('button', { name }).first().click()
    await fails(press(/^Views/), page.getByRole('list', { name: 'Views' }))
    await fails(press('Export'), page.getByRole('dialog', { name: 'Export sensors' }))
    await fails(() => page.keyboard.press('?'), page.getByRole('dialog', { name: 'Keyboard shortcuts' }))
    await fails(
      async () => {
        await page.getByRole('button', { name: 'Account' }).click()
        await page.getByRole('menuitem', { name: 'My account' }).click()
      },
      heading(page, 'My account'),
    )
  })
})

describe('when the prefetched style sheet of the pages does not load', () => {
  it('they are styled after sign-in', async () => {
    const sheet = /\/assets\/inside-[^/]+\.css$/
    const page = await browser.open('about:blank')
    await page.route(sheet, (route) => route.abort('internetdisconnected'))
    const failed = page.waitForEvent('requestfailed', (request) => sheet.test(request.url()))
    await page.goto('/sign-in')
    await failed
    await page.unroute(sheet)
    const loaded = page.waitForResponse(sheet)
    await signIn(page)
    expect((await loaded).ok()).toBe(true)
  })
})

describe('when answers are slow', () => {
  it('every page is busy, not blank, until they arrive', { timeout: 300_000 }, async () => {
    const page = await browser.openSignedIn('/pages/nowhere')
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const { path, sign } of places) {
      let release = () => undefined as void
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route(calls, async (route) => {
        await held
        await route.continue()
      })
      const request = page.waitForRequest(calls)
      await goTo(page, path)
      await request
      await expect.poll(() => main(page).locator('[aria-busy=true], h1').count(), { message: path }).toBeGreaterThan(0)
      release()
      await sign(page).waitFor()
      await page.unroute(calls)
    }
  })

  it('the list of the latest search is shown, not that of an earlier one', async () => {
    const page = await browser.openSignedIn('/pages/sensors')
    await main(page).getByRole('rowheader').first().waitFor()
    let release = () => undefined as void
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/api\/v1\/sensors\?.*q=Fern/, async (route) => {
      await held
      await route.continue()
    })
    const box = page.getByRole('searchbox')
    const request = page.waitForRequest(/q=Fern/)
    await box.fill('Fern')
    await request
    await box.fill('nothing is called so')
    const rows = main(page).getByRole('rowheader')
    await expect.poll(() => rows.count()).toBe(0)
    await page.evaluate(() => {
      const wrong: string[] = []
      const look = () => {
        if (document.querySelector('main [scope=row]') !== null && location.search.includes('nothing'))
          wrong.push(location.search)
      }
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
      Object.assign(window, { wrong })
    })
    const late = page.waitForResponse(/q=Fern/)
    release()
    await late
    // The late answer has arrived once the list of that search is shown.
    await box.fill('Fern')
    await rows.first().waitFor()
    expect(await page.evaluate(() => ('wrong' in window ? window.wrong : null))).toEqual([])
  })
})
