import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { signIn, startChromium, submitSignIn } from '../support/browser/browser'
import { adminEmail, adminPassword } from '../../src/tools/product'
import { demo } from '../support/browser/demo'
import { dealt, seed } from '../support/full'
import {
  bystander,
  outliveToken,
  ownSession,
  openArea,
  refreshesAmong,
  REFRESH,
  requestsOf,
  shows,
  showsSignIn,
  signOut,
  store,
  storedIn,
} from '../support/browser/tabs'

// Of the variants of a case, `npm test` plays one, by the seed; tests/auth plays all of them, without a browser.
const browser = startChromium()

/** Opens a tab on the gateways with a separate session. */
async function signedIn(prepare: (page: Page) => Promise<unknown> = async () => undefined): Promise<Page> {
  const page = await (await browser.person({ storageState: await ownSession() })).newPage()
  await prepare(page)
  await page.goto('/pages/gateways')
  await shows(page, 'Gateways')
  return page
}

/** Returns the token that the page's requests carry. */
async function tokenOf(page: Page): Promise<string> {
  const asking = page.waitForRequest((request) => request.headers()['authorization'] !== undefined)
  await page.reload()
  const { authorization = '' } = (await asking).headers()
  await shows(page, 'Gateways')
  return authorization.replace('Bearer ', '')
}

describe('a token stored by an older console', () => {
  const written = [
    ['in seconds', (at: number) => String(Math.floor(at / 1000))],
    ['as a date', (at: number) => new Date(at).toISOString()],
  ] as const
  it.each(dealt(written, seed % 2, 2))(
    'is used, and stored as ciphertext, when it lies in the clear with its time %s',
    async (_how, write) => {
      const page = await signedIn()
      const token = await tokenOf(page)
      const { expiration } = await storedIn(page)
      await store(page, { token, expiration: write(Number(expiration)) })
      await page.reload()
      await shows(page, 'Gateways')
      const { token: sealed } = await storedIn(page)
      expect(sealed).not.toBeNull()
      expect(sealed).not.toContain(token.slice(0, 20))
    },
  )

  it('is replaced by a new one when it has expired', async () => {
    const page = await signedIn()
    const token = await tokenOf(page)
    await store(page, { token, expiration: '1000000000' })
    const requests = requestsOf(page.context())
    await page.reload()
    await shows(page, 'Gateways')
    expect(refreshesAmong(requests)).toHaveLength(1)
  })
})

describe('a token that cannot be used', () => {
  const spoiled = [
    ['has no expiration beside it', { expiration: null }],
    ['has an expiration that is no time', { expiration: 'tomorrow' }],
    ['has lost its last characters', { token: 'U2FsdGVkX1+CNdHGTrMnFw' }],
  ] as const
  it.each(dealt(spoiled, seed % 3, 3))('gives a clean sign-in page when it %s', async (_how, stored) => {
    const page = await signedIn()
    await store(page, stored)
    await page.goto('/pages/sensors')
    await showsSignIn(page)
    expect(await storedIn(page)).toEqual({ token: null, expiration: null })
    await submitSignIn(page, adminEmail, adminPassword)
    await shows(page, 'Sensors')
  })
})

describe('a laptop that slept', () => {
  it('continues after one refresh when its token has expired meanwhile', async () => {
    const page = await signedIn((fresh) => fresh.clock.install())
    const requests = requestsOf(page.context())
    await page.clock.fastForward('01:30:00')
    await openArea(page, 'Sensors')
    expect(refreshesAmong(requests)).toHaveLength(1)
    expect(Number((await storedIn(page)).expiration)).toBeGreaterThan(Date.now() + 90 * 60_000)
  })

  it('leads to sign-in and back to its page when its session ended meanwhile', async () => {
    const page = await signedIn((fresh) => fresh.clock.install())
    const token = await tokenOf(page)
    const authorization = `Bearer ${token}`
    await fetch(`${(await demo()).origin}/api/v1/auth/sign_out`, { method: 'POST', headers: { authorization } })
    await page.clock.fastForward('23:00:00')
    await showsSignIn(page)
    await submitSignIn(page, adminEmail, adminPassword)
    await shows(page, 'Gateways')
  })
})

describe('a clock that is an hour off', () => {
  const clocks = [
    ['slow', -3_600_000],
    ['fast', 3_600_000],
  ] as const
  it.each(dealt(clocks, seed % 2, 2))('changes nothing when it is %s', async (_how, off) => {
    const page = await (await browser.person()).newPage()
    await page.clock.install({ time: Date.now() + off })
    await page.goto('/sign-in')
    await signIn(page)
    await openArea(page, 'Gateways')
    const requests = requestsOf(page.context())
    await page.reload()
    await shows(page, 'Gateways')
    expect(refreshesAmong(requests)).toEqual([])
    await page.clock.fastForward('00:14:50')
    await openArea(page, 'Sensors')
    await expect.poll(() => refreshesAmong(requests).length).toBe(1)
  })
})

describe('a token that expires without a network', () => {
  it('is replaced once the network is back, and the session continues', async () => {
    const page = await signedIn((fresh) => fresh.clock.install())
    const context = page.context()
    const before = await storedIn(page)
    await context.setOffline(true)
    await outliveToken(context)
    await page.getByRole('navigation').getByRole('link', { name: 'Sensors', exact: true }).first().click()
    // The request waits for a token for a quarter of a minute, from when it is sent: each check lets some of it pass.
    await expect
      .poll(async () => {
        await page.clock.fastForward(5000)
        return page.getByRole('button', { name: 'Retry' }).count()
      })
      .toBeGreaterThan(0)
    expect((await storedIn(page)).token).not.toBeNull()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Retry' }).first().click()
    await shows(page, 'Sensors')
    expect((await storedIn(page)).token).not.toBe(before.token)
  })

  it('is replaced at a retry when the first answer is lost', async () => {
    const page = await signedIn((fresh) => fresh.clock.install())
    const context = page.context()
    const requests = requestsOf(context)
    let lost = 0
    await context.route(REFRESH, async (route) => {
      if (lost > 0) return route.continue()
      lost += 1
      await route.fetch()
      return route.abort('connectionreset')
    })
    await outliveToken(context)
    await openArea(page, 'Sensors')
    expect(lost).toBe(1)
    expect(refreshesAmong(requests)).toHaveLength(2)
    await page.reload()
    await shows(page, 'Sensors')
  })
})

describe('a browser without storage', () => {
  it('has a session until the user leaves the page when storage is blocked', async () => {
    const profile = mkdtempSync(join(tmpdir(), 'frond-blocked-'))
    onTestFinished(() => rmSync(profile, { recursive: true, force: true }))
    mkdirSync(join(profile, 'Default'))
    const blocked = { profile: { default_content_setting_values: { cookies: 2 } } }
    writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(blocked))
    const page = await (await browser.person({}, profile)).newPage()
    await page.goto('/sign-in')
    expect(
      await page.evaluate(() =>
        Promise.resolve()
          .then(() => localStorage.length)
          .catch((error: Error) => error.name),
      ),
    ).toBe('SecurityError')
    await signIn(page)
    await openArea(page, 'Gateways')
    await openArea(page, 'Sensors')
    await page.reload()
    await showsSignIn(page)
  })

  it('has a session in its tab when storage is full', async () => {
    const page = await browser.open('/sign-in')
    // Waits for the console to start, because it clears the storage that it finds.
    const isLive = () => page.getByLabel('Email').evaluate((input) => Object.keys(input).some((key) => key.startsWith('__react')))
    await expect.poll(isLive).toBe(true)
    await page.evaluate(() => {
      for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2))
        for (let at = 0; ; at += 1)
          try {
            localStorage.setItem(`full-${size}-${at}`, 'x'.repeat(size))
          } catch {
            break
          }
    })
    await signIn(page)
    expect(await storedIn(page)).toEqual({ token: null, expiration: null })
    await openArea(page, 'Gateways')
    await page.reload()
    await shows(page, 'Gateways')
    await signOut(page)
    await showsSignIn(page)
  })
})

describe('a page that Back restores', () => {
  it('leads to sign-in, without showing the page, when the session ended meanwhile', async () => {
    const page = await signedIn()
    const beside = await bystander(page.context())
    await page.goto('/docs')
    await beside.evaluate(() => localStorage.clear())
    await page.goBack()
    await showsSignIn(page)
    expect(await page.getByRole('row').count()).toBe(0)
  })

  it('checks the session again when the browser restores the page', async () => {
    const page = await signedIn()
    // A page receives no storage event for its own writes: it learns of this only from the `pageshow` event.
    await page.evaluate(() => localStorage.clear())
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await showsSignIn(page)
  })
})
