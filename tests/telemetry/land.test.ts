import { describe, expect, it } from 'vitest'
import { placeIn, projectionOf } from '../../src/telemetry/map/land'

describe('the projection of a map', () => {
  it.each([90, -90])('has every position in its frame when one is at a pole: %s', (latitude) => {
    const positions = [
      { latitude, longitude: 0 },
      { latitude: 47.4, longitude: 8.5 },
    ]
    const projection = projectionOf(positions, 560, 280)
    const places = positions.map((position) => placeIn(projection, position))
    expect(places.filter(({ x, y }) => x >= 0 && x <= 560 && y >= 0 && y <= 280)).toEqual(places)
    expect(placeIn(projection, { latitude: 89, longitude: 0 })).toEqual(placeIn(projection, { latitude: 90, longitude: 0 }))
  })
})
