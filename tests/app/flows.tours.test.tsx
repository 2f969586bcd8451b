import { configure } from '@testing-library/react'
import { afterAll, describe, expect, it } from 'vitest'
import type { PlayedTour } from '../../src/tools/model/played'
import { createCoverage } from '../model/coverage'
import { openReactScreen } from '../model/react/reactScreen'
import { writeResults } from '../model/results'
import { screenFlows } from '../model/screenFlows'
import { playOnScreen } from '../model/screenTours'
import { isWhole, toursOf } from '../model/settings'
import { insertFirmware, insertHumidityGroup } from '../support/rows/rows'
import { emptiedServer, fleetAt } from '../support/server/hooks'

const server = emptiedServer()
const fleet = fleetAt(server)
// What is missing says enough: the whole page would hide it.
configure({ asyncUtilTimeout: 15_000, getElementError: (message) => new Error(message ?? '') })

describe.each(screenFlows)('$flow.name, on its screen over the real server', ({ flow, setting, path, begin }) => {
  const coverage = createCoverage(flow.machine)
  const shown = flow.shownOnScreen()
  const played: PlayedTour[] = []
  afterAll(() =>
    writeResults({
      system: 'react',
      title: 'React in a DOM',
      machine: flow.machine.id,
      coverage: coverage.result(shown),
      tours: played,
    }),
  )

  it.each(toursOf(flow.onScreen, Infinity))('goes as its table says on $name', { timeout: 120_000 }, async (tour) => {
    const firmwareId = await insertFirmware(server.db, [fleet.hardwareId], { name: 'root', semver: '2.0.0', status: 'draft' })
    for (const name of ['Bog a', 'Bog b']) await insertHumidityGroup(server.db, { name })
    const address = path({ firmwareId, word: 'Bog' })
    const screen = await openReactScreen({ server, token: fleet.token, path: address }, setting, coverage)
    await begin(screen)
    const result = await playOnScreen(flow, tour, screen, coverage)
    played.push(result)
    expect(result.failure?.message).toBeUndefined()
  })

  it.runIf(isWhole)('was seen in every state and on every transition that a screen can show', () => {
    const { states, transitions } = coverage.result(shown)
    expect({ states: states.missing, transitions: transitions.missing }).toEqual({ states: [], transitions: [] })
  })
})
