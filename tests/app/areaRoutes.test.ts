import type { LoaderFunctionArgs } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { areaRoutes } from '../../src/app/areaRoutes'

/** Runs the loader of the route at `path`, and counts the requests sent before it returns. */
function requestsOf(path: string, address: string, params: Readonly<Record<string, string>>): number {
  const dispatch = vi.fn()
  const routes = areaRoutes({ dispatch, browserStorage: { get: () => null }, currentUserId: () => 'me' })
  const loader = routes.find((route) => route.path === path)?.loader
  if (typeof loader !== 'function') throw new Error(`${path} has no loader`)
  void loader({ params, request: new Request(new URL(address, location.origin)) } as LoaderFunctionArgs, undefined)
  return dispatch.mock.calls.length
}

describe('the data of an area’s page', () => {
  it.each([
    ['a list', '/pages/gateways', '/pages/gateways?q=barn', {}],
    ['a row', '/pages/gateways/:id', '/pages/gateways/7', { id: '7' }],
    [
      'a form’s row, after the time of its cached answer was read',
      '/pages/gateways/:id/edit',
      '/pages/gateways/7/edit',
      { id: '7' },
    ],
  ])('is requested before any code loads: %s', (_what, path, address, params) => {
    expect(requestsOf(path, address, params)).toBeGreaterThan(0)
  })

  it('is not requested for a new row', () => {
    expect(requestsOf('/pages/gateways/new', '/pages/gateways/new', {})).toBe(0)
  })
})
