// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '../../src/tools/product'
import { authMachine } from '../../machines/authMachine'
import { startChromium } from '../support/browser/browser'
import { startNamedDemo } from '../support/browser/demo'
import { startOauth, type OauthServer } from '../support/server/oauth'
import { createCoverage } from '../model/coverage'
import type { PlayedTour } from '../../src/tools/model/played'
import { play } from '../model/play'
import { reportFolder, writeResults } from '../model/results'
import { isWhole, selectedTours } from '../model/settings'
import { createChromiumDriver } from '../model/browser/chromiumDriver'
import { photographer } from '../model/browser/photographer'

const chromium = startChromium()
const tours = selectedTours()
const coverage = createCoverage(authMachine)
const played: PlayedTour[] = []
let product: Product
let oauth: OauthServer

beforeAll(async () => {
  oauth = await startOauth()
  product = await startNamedDemo(oauth.env)
})
afterAll(async () => {
  writeResults({ system: 'browser', title: 'Chromium', machine: 'auth', coverage: coverage.result(), tours: played })
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
    const driver = await createChromiumDriver(context, { origin: product.origin, oauth }, coverage)
    const result = await play(
      tour,
      driver,
      coverage,
      reportFolder === null ? {} : { picture: photographer(driver.page, reportFolder) },
    )
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    played.push(result)
    expect(result.failure?.message).toBeUndefined()
  })

  it.runIf(isWhole)('was seen in every state and on every transition', () => {
    const { states, transitions } = coverage.result()
    expect({ states: states.missing, transitions: transitions.missing }).toEqual({ states: [], transitions: [] })
  })
})
