import { screen } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openConsole } from '../support/console'
import { startServer, type TestServer } from '../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

describe('the gateways list', () => {
  it('says that there are none yet when the database is empty', async () => {
    await openConsole(server, await server.signIn(), '/pages/gateways')
    expect(await screen.findByRole('heading', { name: 'No gateways yet' })).toBeVisible()
  })
})
