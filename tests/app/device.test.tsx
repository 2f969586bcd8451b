import { cleanup, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { signIn } from '../support/server/accounts'
import { testEnvironment } from '../support/screens/environment'
import { emptiedServer } from '../support/server/hooks'
import { ADMIN } from '../support/server/server'
import type { Environment } from '../../src/ui/environment/Environment'
import { openApp, type OpenedApp } from './support/openApp'
import { signInByForm } from './support/signInForm'

const server = emptiedServer()

async function signInOn(environment: Environment, { remember = true } = {}): Promise<OpenedApp> {
  const app = await openApp(server, '/sign-in', { environment })
  await signInByForm(app, { remember })
  return app
}

async function signInAndOut(environment: Environment, options = {}): Promise<void> {
  const { session, storage } = await signInOn(environment, options)
  await screen.findByRole('heading', { name: 'Dashboard' })
  session.actor.send({ type: 'signOut' })
  expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible()
  expect(storage.length).toBe(0)
  cleanup()
}

/** Sends wrong passwords from many addresses, until the account is locked. */
async function lockOut(): Promise<void> {
  for (let at = 0; at < 21; at += 1) await signIn(server, { email: ADMIN.email, password: 'wrong' }, { from: `10.0.${at}.1` })
}

describe('a browser that has signed in before', () => {
  it('signs in, also after a sign-out, although others have exhausted the account’s attempts', async () => {
    await server.signIn()
    const mine = testEnvironment()
    await signInAndOut(mine)
    await lockOut()
    await signInOn(testEnvironment())
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts, please try again in 60 minutes')
    cleanup()
    await signInOn(mine)
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
  })

  it('is a new device each time with Remember me off', async () => {
    await server.signIn()
    const shared = testEnvironment()
    await signInAndOut(shared, { remember: false })
    await lockOut()
    await signInOn(shared)
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts')
  })
})
