import { configure } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { openReactLive } from '../model/react/reactLive'
import { openReactScreen, type Opened } from '../model/react/reactScreen'
import { recordTours } from '../model/results'
import type { MachineCoverage } from '../model/play'
import type { Setting, Watched } from '../model/screen'
import { liveScreenFlow, screenFlows, type ScreenFlow } from '../model/screenFlows'
import { playOnScreen } from '../model/screenTours'
import { isWhole, shortestToursOf, toursOf } from '../model/settings'
import { insertFirmware, insertHumidityGroup } from '../support/rows/rows'
import { emptiedServer, fleetAt } from '../support/server/hooks'

const server = emptiedServer()
const fleet = fleetAt(server)
let origin = ''
beforeAll(async () => {
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
})
// Leaves the whole page out of an error about a missing element: the message suffices.
configure({ asyncUtilTimeout: 15_000, getElementError: (message) => new Error(message ?? '') })

/** Plays the tours of a machine on its screen, each on a new page. */
function playTours<System>(
  { flow, setting, path, begin }: ScreenFlow<System>,
  open: (opened: Opened, setting: Setting, coverage: MachineCoverage) => Promise<System & Watched>,
): void {
  const { machine } = flow
  const record = recordTours({ system: 'react', title: 'React in a DOM', machine, shown: flow.shownOnScreen() })

  it.each([...toursOf(flow.onScreen, Infinity), ...shortestToursOf(flow.onScreen)])(
    'goes as its table says on $name',
    { timeout: 120_000 },
    async (tour) => {
      const firmwareId = await insertFirmware(server.db, [fleet.hardwareId], { name: 'root', semver: '2.0.0', status: 'draft' })
      for (const name of ['Bog a', 'Bog b']) await insertHumidityGroup(server.db, { name })
      const groupId = await insertHumidityGroup(server.db, { name: 'Fen' })
      const releasedId = await fleet.addFirmware()
      await fleet.addGateway()
      const address = path({ firmwareId, releasedId, groupId, word: 'Bog' })
      const screen = await open({ server, token: fleet.token, path: address, groupId, origin }, setting, record.coverage)
      await begin(screen)
      expect(record.add(await playOnScreen(flow, tour, screen, record.coverage))).toBeUndefined()
    },
  )

  it.runIf(isWhole)('was seen in every state and on every transition that a screen can show', () => {
    expect(record.missing()).toEqual([])
  })
}

describe.each(screenFlows)('$flow.name, on its screen over the real server', (screenFlow) => {
  playTours(screenFlow, openReactScreen)
})
describe('live, on a page over the real server', () => {
  playTours(liveScreenFlow, openReactLive)
})
