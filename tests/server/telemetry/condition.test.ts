import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { judge } from '../../../src/server/telemetry/condition'
import { conditionsAt } from '../../support/rows/conditions'
import { measured } from '../../support/rows/measured'
import { insertLightGroup, insertTemperatureGroup } from '../../support/rows/rows'
import { oneServer } from '../../support/server/hooks'

const server = oneServer()
const { shared, addSensor, conditionOf } = conditionsAt(server)

describe('the condition of a sensor', () => {
  const stale = 21
  it.each([
    ['has measured nothing', [], 'no_data'],
    ['is within its range', [['soil_moisture', 40, 1]], 'ok'],
    ['is too dry', [['soil_moisture', 5, 1]], 'out_of_range'],
    ['is too wet', [['soil_moisture', 70, 1]], 'out_of_range'],
    ['was too dry when it last spoke', [['soil_moisture', 5, stale]], 'no_data'],
    ['was within its range when it last spoke', [['soil_moisture', 40, stale]], 'no_data'],
    ['measures only what nothing is asked of', [['soil_temperature', 20, 1]], 'no_range'],
    ['measured only what nothing is asked of', [['soil_temperature', 20, stale]], 'no_range'],
    [
      'is within one range and not in the other',
      [
        ['soil_moisture', 40, 1],
        ['air_temperature', 50, 1],
      ],
      'out_of_range',
    ],
    [
      'is within one range and silent of the other',
      [
        ['soil_moisture', 40, 1],
        ['air_temperature', 20, stale],
      ],
      'no_data',
    ],
    [
      'is out of one range and silent of the other',
      [
        ['soil_moisture', 5, 1],
        ['air_temperature', 20, stale],
      ],
      'out_of_range',
    ],
    [
      'is within its range and silent of what nothing is asked of',
      [
        ['soil_moisture', 40, 1],
        ['soil_temperature', 20, stale],
      ],
      'ok',
    ],
    ['measures light, of which no day is known yet', [['illuminance', 900, 1]], 'no_data'],
    [
      'measures light in both ways, and no day of it is known yet',
      [
        ['illuminance', 900, 1],
        ['ppfd', 50, 1],
      ],
      'no_data',
    ],
    [
      'is within its range, and no day of its light is known yet',
      [
        ['soil_moisture', 40, 1],
        ['ppfd', 50, 1],
      ],
      'no_data',
    ],
    [
      'is out of its range, and no day of its light is known yet',
      [
        ['soil_moisture', 5, 1],
        ['ppfd', 50, 1],
      ],
      'out_of_range',
    ],
  ] as const)('that %s is told by its row and by the filter', async (_what, readings, condition) => {
    const light_group_id = await insertLightGroup(server.db, { dli_min: 4, dli_max: 8 })
    await server.db.query(sql`
      update plants set temperature_group_id = ${await insertTemperatureGroup(server.db)}, light_group_id = ${light_group_id}
      where id = ${shared.plantId}`)
    const id = await addSensor()
    for (const [metric, value, minutes] of readings) await measured(server, id, metric, [minutes, value])
    expect(await conditionOf(id)).toBe(condition)
  })

  it('returns from out of range only when the reading is inside by a twentieth of the range', async () => {
    const id = await addSensor()
    await measured(server, id, 'soil_moisture', [5, 19], [4, 21])
    expect(await conditionOf(id)).toBe('out_of_range')
    await measured(server, id, 'soil_moisture', [3, 22])
    expect(await conditionOf(id)).toBe('ok')
  })

  it.each([
    [
      'at the other end at once',
      [
        [5, 61],
        [4, 21],
      ],
    ],
    [
      'at the other end at once, downwards',
      [
        [5, 19],
        [4, 59],
      ],
    ],
    [
      'at the other end and back',
      [
        [6, 19],
        [5, 59],
        [4, 21],
      ],
    ],
  ] as const)('returns from out of range when the reading is %s', async (_where, readings) => {
    const id = await addSensor()
    await measured(server, id, 'soil_moisture', ...readings)
    expect(await conditionOf(id)).toBe('ok')
  })

  it('follows from its own readings when many sensors are judged at once', async () => {
    const histories = [
      [
        [5, 19],
        [4, 21],
      ],
      [
        [5, 61],
        [4, 59],
      ],
      [
        [5, 40],
        [4, 21],
      ],
      [[4, 21]],
    ] as const
    const ids: string[] = []
    for (const history of histories) {
      const id = await addSensor()
      ids.push(id)
      await measured(server, id, 'soil_moisture', ...history)
    }
    await server.db.query(sql`update sensor_stats set stray_until = null, judged_until = null`)
    await server.db.transaction((tx) => judge(tx, ids))
    expect(await Promise.all(ids.map(conditionOf))).toEqual(['out_of_range', 'out_of_range', 'ok', 'ok'])
  })

  it.each([
    ['hours ago', [180, 19], [1, 21], 'out_of_range'],
    ['almost a day ago', [1430, 61], [1, 59], 'out_of_range'],
    ['more than a day ago', [1500, 19], [1, 21], 'ok'],
  ] as const)('follows from the last reading outside the margin, also when that is %s', async (_when, clear, now, condition) => {
    const id = await addSensor({ reporting_interval_s: 60 })
    await measured(server, id, 'soil_moisture', [1560, 40], clear, now)
    expect(await conditionOf(id)).toBe(condition)
  })

  it('follows from the later of two readings outside the margin', async () => {
    const id = await addSensor({ reporting_interval_s: 60 })
    await measured(server, id, 'soil_moisture', [240, 40], [200, 19], [180, 40], [170, 19], [1, 21])
    expect(await conditionOf(id)).toBe('out_of_range')
  })
})
