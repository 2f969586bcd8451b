// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '../../src/tools/product'
import { authMachine } from '../../machines/authMachine'
import { startChromium } from '../support/browser/browser'
import { startNamedDemo } from '../support/browser/demo'
import { startOauth, type OauthServer } from '../support/server/oauth'
import { play } from '../model/play'
import { recordTours, reportFolder } from '../model/results'
import { isWhole, selectedTours } from '../model/settings'
import { createChromiumDriver } from '../model/browser/chromiumDriver'
import { photographer } from '../model/browser/photographer'

const chromium = startChromium()
const tours = selectedTours()
const record = recordTours({ system: 'browser', title: 'Chromium', machine: authMachine })
let product: Product
let oauth: OauthServer

beforeAll(async () => {
  oauth = await startOauth()
  product = await startNamedDemo(oauth.env)
})
afterAll(async () => {
  await product.stop()
  await oauth.close()
})

describe('the session, in Chromium against the real server', () => {
  it.each(tours)('goes as the table says on $name', { timeout: 600_000 }, async (tour) => {
    const context = await chromium.person({
      baseURL: product.origin,
      viewport: { width: 1100, height: 720 },
      deviceScaleFactor: 0.6,
    })
    const driver = await createChromiumDriver(context, { origin: product.origin, oauth }, record.coverage)
    const pictures = reportFolder === null ? {} : { picture: photographer(driver.page, reportFolder) }
    const played = await play(tour, driver, record.coverage, pictures)
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    expect(record.add(played)).toBeUndefined()
  })

  it.runIf(isWhole)('was seen in every state and on every transition', () => {
    expect(record.missing()).toEqual([])
  })
})
