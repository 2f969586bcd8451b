import { screen } from '@testing-library/react'
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { authMachine } from '../../machines/authMachine'
import { createPages } from '../../src/app/pages'
import { oneServer } from '../support/server/hooks'
import { openApp } from './support/openApp'

const server = oneServer()

const withChildren = (route: RouteObject): RouteObject[] => [route, ...(route.children ?? []).flatMap(withChildren)]

/** Runs the loader of a page's route; returns the store's dispatch. */
function load(path: string) {
  const dispatch = vi.fn()
  const pages = createPages({ store: { dispatch }, actor: createActor(authMachine) } as unknown as Parameters<
    typeof createPages
  >[0])
  const loader = pages.flatMap(withChildren).find((route) => route.path === path)?.loader
  if (typeof loader !== 'function') throw new Error(`${path} has no loader`)
  void loader({ request: new Request(new URL(path, location.origin)) } as LoaderFunctionArgs, undefined)
  return dispatch
}

it.each(['/pages/dashboard', '/pages/account'])('the data of %s is requested before its code loads', (path) => {
  expect(load(path)).toHaveBeenCalledTimes(1)
})

it.each(['/pages/activity', '/pages/users/invitations'])('the data of %s is requested while its code loads', async (path) => {
  const dispatch = load(path)
  await vi.waitFor(() => expect(dispatch).toHaveBeenCalledTimes(1))
})

it.each([
  ['/pages/activity', '/api/v1/activity', /signed in/],
  ['/pages/users/invitations', '/api/v1/users/invitations', 'No open invitations'],
])('the page %s shows what was requested for it, without asking again', async (path, call, words) => {
  const { calls } = await openApp(server, path, { token: await server.signIn() })
  expect((await screen.findAllByText(words))[0]).toBeVisible()
  expect(calls.filter((one) => one === `GET ${call}`)).toHaveLength(1)
})
