import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { authMachine } from '../../machines/authMachine'
import { createPages } from '../../src/app/pages'

const withChildren = (route: RouteObject): RouteObject[] => [route, ...(route.children ?? []).flatMap(withChildren)]

it.each(['/pages/dashboard', '/pages/account'])('the data of %s is requested before its code loads', (path) => {
  const dispatch = vi.fn()
  const pages = createPages({ store: { dispatch }, actor: createActor(authMachine) } as unknown as Parameters<
    typeof createPages
  >[0])
  const loader = pages.flatMap(withChildren).find((route) => route.path === path)?.loader
  if (typeof loader !== 'function') throw new Error(`${path} has no loader`)
  expect(loader({} as LoaderFunctionArgs, undefined)).toBeNull()
  expect(dispatch).toHaveBeenCalledTimes(1)
})
