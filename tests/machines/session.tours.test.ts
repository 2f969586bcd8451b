import { describe, expect, it } from 'vitest'
import { authMachine } from '../../machines/authMachine'
import { sessionTable } from '../model/model'
import { play } from '../model/play'
import { recordTours } from '../model/results'
import { isWhole, selectedTours, shortestToursOf } from '../model/settings'
import { createBareActor } from '../model/actor/bareActor'

const tours = [...selectedTours(), ...shortestToursOf(sessionTable)]
const record = recordTours({ system: 'actor', title: 'Bare actor', machine: authMachine })

describe('the session, as a bare actor', () => {
  it.each(tours)('goes as the table says on $name', async (tour) => {
    const driver = createBareActor(record.coverage)
    const played = await play(tour, driver, record.coverage)
    driver.stop()
    expect(record.add(played)).toBeUndefined()
  })

  it.runIf(isWhole)('was seen in every state and on every transition', () => {
    expect(record.missing()).toEqual([])
  })
})
