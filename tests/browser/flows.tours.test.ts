// @module-tag long
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openChromiumLive } from '../model/browser/chromiumLive'
import { openChromiumScreen } from '../model/browser/chromiumScreen'
import { photographer } from '../model/browser/photographer'
import { recordTours, reportFolder } from '../model/results'
import type { MachineCoverage } from '../model/play'
import type { Setting, Watched } from '../model/screen'
import { liveScreenFlow, screenFlows, type FlowRows, type ScreenFlow } from '../model/screenFlows'
import { playOnScreen } from '../model/screenTours'
import { isWhole, toursOf } from '../model/settings'
import { startChromium } from '../support/browser/browser'
import { dealt, seed } from '../support/full'
import { newName, remoteOnce } from '../support/browser/remote'
import { firmwareDraft, hardwareDraft } from '../support/rows/rows'

const chromium = startChromium()
const remote = remoteOnce()

/** Creates a firmware without a file, a released one with a gateway of its hardware, and three groups. */
async function prepare(): Promise<FlowRows> {
  const word = newName('Bog')
  const make = async (area: string, draft: object) =>
    ((await remote.call('POST', `/${area}/register`, draft)).body.result as { id: string }).id
  const group = (name: string) => make('humidity_groups', { name, soilMoistureMin: 10, soilMoistureMax: 80 })
  for (const row of ['a', 'b']) await group(`${word} ${row}`)
  const groupId = await group(newName('Fen'))
  const hardwareId = await make('gateway_hardwares', hardwareDraft())
  await remote.create('gateways', { hardwareId })
  const [firmwareId, releasedId] = [
    await make('gateway_firmwares', firmwareDraft([hardwareId])),
    await make('gateway_firmwares', firmwareDraft([hardwareId])),
  ]
  const form = new FormData()
  form.append('file', new Blob(['leaf'], { type: 'application/octet-stream' }), 'leaf.img')
  await remote.call('POST', `/gateway_firmwares/${releasedId}/file`, form)
  await remote.call('POST', `/gateway_firmwares/${releasedId}/status`, { status: 'released' })
  return { firmwareId, releasedId, groupId, word }
}

type OpenScreen<System> = (
  context: BrowserContext,
  setting: Setting,
  coverage: MachineCoverage,
) => Promise<System & Watched & { readonly page: Page; open(path: string, groupId: string): Promise<void> }>

/** Plays the tours of a machine on one page: opening a browser takes longer than most tours. */
function playTours<System>({ flow, setting, path, begin }: ScreenFlow<System>, openScreen: OpenScreen<System>): void {
  const { machine } = flow
  const record = recordTours({ system: 'browser', title: 'Chromium', machine, shown: flow.shownOnScreen() })

  const tours = toursOf(flow.onScreen, Infinity)

  // With `--only`, a machine may have none.
  it.runIf(tours.length > 0)('goes as its table says on every tour', { timeout: 300_000 }, async () => {
    const person = (await chromium.openSignedIn('/healthz')).context()
    const screen = await openScreen(person, setting, record.coverage)
    const pictures = reportFolder === null ? {} : { picture: photographer(screen.page, reportFolder) }
    for (const tour of tours) {
      const rows = await prepare()
      await screen.open(path(rows), rows.groupId)
      await begin(screen)
      const played = await playOnScreen(flow, tour, screen, record.coverage, pictures)
      expect(record.add(played), tour.name).toBeUndefined()
    }
    await screen.page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it.runIf(isWhole)('was seen in every state and on every transition that a screen can show', () => {
    expect(record.missing()).toEqual([])
  })
}

/** `npm test` plays a third of the machines, by its seed; a DOM has played all of them. */
const chosen = isWhole && reportFolder === null ? dealt(screenFlows, seed % 3, 3) : screenFlows

describe.each(chosen)('$flow.name, in Chromium against the real server', (screenFlow) => {
  playTours(screenFlow, openChromiumScreen)
})
describe('live, in Chromium against the real server', () => {
  playTours(liveScreenFlow, openChromiumLive)
})
