// @module-tag full
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  alertOf,
  allow,
  atRest,
  choose,
  dashboard,
  decide,
  type ProviderName,
  socialProduct,
} from '../support/browser/socialPage'

const { browser, oauth, product, newPerson, openSignIn } = socialProduct()

/** Collects the bodies that the page sends to the API's social calls. */
function watchCalls(page: Page): string[] {
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/oauth/')) bodies.push(request.postData() ?? '')
  })
  return bodies
}

describe('a provider’s window', () => {
  it('cancels when it is closed', async () => {
    const page = await openSignIn()
    const calls = watchCalls(page)
    const popup = await choose(page, 'Google')
    await page.getByRole('button', { name: 'Cancel' }).waitFor()
    await popup.close()
    await atRest(page)
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(calls).toEqual([])
  })

  it.each<ProviderName>(['Google', 'Facebook'])('says so when the user refused %s', async (name) => {
    const page = await openSignIn()
    await decide(await choose(page, name), /^Cancel$/)
    await alertOf(page, `${name} sign-in was declined`).waitFor()
    await atRest(page)
  })

  it('is closed by Cancel', async () => {
    const page = await openSignIn()
    const popup = await choose(page, 'Google')
    const closed = popup.waitForEvent('close')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await closed
    await atRest(page)
  })

  it('is replaced by the other provider’s', async () => {
    newPerson()
    const page = await openSignIn()
    const first = await choose(page, 'Google')
    const closed = first.waitForEvent('close')
    const second = await choose(page, 'Facebook')
    await closed
    await allow(second)
    await dashboard(page)
  })

  it('is closed after three minutes without an answer', async () => {
    const context = await browser.person({ baseURL: product.origin })
    const page = await context.newPage()
    await page.clock.install()
    await page.goto('/sign-in')
    const popup = await choose(page, 'Google')
    const closed = popup.waitForEvent('close')
    await page.clock.fastForward(180_000)
    await closed
    await page.getByText('The sign-in window did not answer. Try again.').waitFor()
    await atRest(page)
  })

  it('explains how to open it when the browser blocks it', async () => {
    const context = await browser.person({ baseURL: product.origin })
    // What a pop-up blocker does.
    await context.addInitScript(() => Object.assign(window, { open: () => null }))
    const page = await context.newPage()
    await page.goto('/sign-in')
    await page.getByRole('button', { name: 'Google', exact: true }).click()
    await alertOf(page, 'allow pop-up windows for this page').waitFor()
    await atRest(page)
  })

  it('is ignored when it returns with another attempt’s answer', async () => {
    const page = await openSignIn()
    const calls = watchCalls(page)
    const popup = await choose(page, 'Google')
    await popup.goto(`${product.origin}/oauth/callback#access_token=${oauth.issue('google')}&state=1-2-3-4`)
    await popup.getByText('You can close this window.').waitFor()
    expect(popup.url()).toBe(`${product.origin}/oauth/callback`)
    await page.getByRole('button', { name: 'Cancel' }).waitFor()
    await popup.close()
    await atRest(page)
    expect(calls).toEqual([])
  })

  it('is ignored when its message comes from another origin', async () => {
    newPerson()
    const page = await openSignIn()
    const calls = watchCalls(page)
    const popup = await choose(page, 'Google')
    await popup.evaluate((token) => {
      const state = new URLSearchParams(location.search).get('state')
      const opener: unknown = window.opener
      if (opener === null) throw new Error('The window knows nobody')
      window.opener.postMessage({ state, token, error: null }, '*')
    }, oauth.issue('google'))
    // By the time of the real answer, anything accepted before would have been sent.
    await allow(popup)
    await dashboard(page)
    const token = oauth.issued.at(-1)
    expect(calls).toEqual([JSON.stringify({ access_token: token, role: 'admin' })])
  })

  it('still answers when the provider has severed it from the page', async () => {
    newPerson()
    oauth.fault = 'dialog severs'
    const context = await browser.person({ baseURL: product.origin })
    // As while the other window has the focus; a headless browser gives it to all windows.
    await context.addInitScript(() => Object.assign(document, { hasFocus: () => false }))
    const page = await context.newPage()
    await page.goto('/sign-in')
    const opening = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Google', exact: true }).click()
    await allow(await opening)
    await dashboard(page)
  })
})
