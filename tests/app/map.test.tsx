import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { POSITIONS_PATH } from '../../src/contract/constants'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { openApp } from './support/openApp'

const server = emptiedServer()
const fleet = fleetAt(server)

/** What is scrolled into view by hand: jsdom has no layout. */
const below = new Map<Element, () => void>()
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly notify: (entries: readonly { readonly isIntersecting: boolean }[]) => void
      constructor(notify: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
        this.notify = notify
      }
      observe(element: Element) {
        below.set(element, () => this.notify([{ isIntersecting: true }]))
      }
      disconnect() {}
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  below.clear()
})

const scrollTo = (region: HTMLElement) => {
  for (const [element, scroll] of below) if (region.contains(element)) scroll()
}

describe('the map', () => {
  it.each([
    ['the dashboard', 'Map', () => '/pages/dashboard'],
    ['a gateway’s page', 'On the map', (id: string) => `/pages/gateways/${id}`],
  ])('on %s requests the positions only when it is scrolled into view', async (_, card, path) => {
    const { id } = await fleet.addGateway({ name: 'Attic', latitude: 47.4, longitude: 8.5 })
    await fleet.addGateway({ name: 'Cellar' })
    const { calls } = await openApp(server, path(id), { token: fleet.token })
    const region = await screen.findByRole('region', { name: card })
    await waitFor(() => expect([...below.keys()].some((element) => region.contains(element))).toBe(true))
    const asked = () => calls.filter((call) => call === `GET ${POSITIONS_PATH}`).length
    // Every other part of the page has loaded by then.
    await waitFor(() => expect(document.querySelector('.skeleton')).toBeNull())
    expect(asked()).toBe(0)
    scrollTo(region)
    await waitFor(() => expect(asked()).toBe(1))
  })

  it('of the dashboard says how many gateways have no position, once they are known', async () => {
    await fleet.addGateway({ name: 'Cellar' })
    await openApp(server, '/pages/dashboard', { token: fleet.token })
    const region = await screen.findByRole('region', { name: 'Map' })
    await waitFor(() => expect([...below.keys()].some((element) => region.contains(element))).toBe(true))
    scrollTo(region)
    expect(await within(region).findByText('1 gateway has no position')).toBeVisible()
  })
})
