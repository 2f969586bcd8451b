import { render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { PositionMap, type Positioned } from '../../src/telemetry/map/PositionMap'

/** Makes gateways of these states, all at one place. */
const gatewaysOf = (...states: readonly Positioned['state'][]) =>
  states.map((state, at): Positioned => ({ id: `g-${at}`, name: `Gateway ${at}`, state, latitude: 47.4, longitude: 8.5 }))

describe('gateways at one place', () => {
  it.each([
    ['online', 'map-online', gatewaysOf('offline', 'online', 'online')],
    ['offline', 'map-offline', gatewaysOf('online', 'offline', 'offline')],
    ['never seen', 'map-never-seen', gatewaysOf('online', 'never_seen', 'never_seen')],
    ['offline when as many are online', 'map-offline', gatewaysOf('online', 'offline')],
  ])('are drawn as most of them are: %s', (_, look, gateways) => {
    render(<PositionMap gateways={gateways} around={gateways} onChoose={vi.fn()} />)
    expect(screen.getByRole('button', { name: /^\d gateways/ })).toHaveClass(look)
  })
})
