// @module-tag long
import { beforeAll, describe, it } from 'vitest'
import { goTo, startChromium } from '../support/browser/browser'
import { dealt } from '../support/full'
import { calls, faults, openUnder, retry, surveyed, tryAgain, under, type Place } from '../support/browser/faults'

const browser = startChromium()
let places: readonly Place[] = []
beforeAll(async () => {
  places = (await surveyed()).places
})

describe.each(faults)('when $name', (fault) => {
  it('every page reports it and recovers by Retry', { timeout: 300_000 }, async () => {
    const page = await openUnder(browser, fault, '/pages/nowhere')
    for (const { path, sign } of dealt(places, faults.indexOf(fault), faults.length)) {
      await under(fault, page, () => goTo(page, path))
      await page.getByRole('alert').first().waitFor()
      await retry(page).first().waitFor()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.unroute(calls)
      await tryAgain(page, sign(page))
    }
  })
})
