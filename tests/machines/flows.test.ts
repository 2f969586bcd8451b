import { describe, expect, it } from 'vitest'
import { playBare } from '../model/actor/bareFlow'
import { flows } from '../model/flows'
import { recordTours } from '../model/results'
import { isWhole, shortestToursOf, toursOf } from '../model/settings'

describe.each(Object.entries(flows))('%s', (name, flow) => {
  const record = recordTours({ system: 'actor', title: 'Bare actor', machine: flow.machine })

  it('behaves as it was reviewed', async () => {
    await expect(flow.behaviour()).toMatchFileSnapshot(`./${name}.behaviour.txt`)
  })

  it.each([...toursOf(flow.table), ...shortestToursOf(flow.table)])(
    'goes as its table says on $name, as a bare actor',
    async (tour) => {
      expect(record.add(await playBare(flow, tour, record.coverage))).toBeUndefined()
    },
  )

  it.runIf(isWhole)('was seen in every state and on every transition', () => {
    expect(record.missing()).toEqual([])
  })
})
