// Tests of a new area in the registries. This tree does not run them: tenthArea.test.ts runs them in a copy that has one.
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '../../src/contract'
import { adminAreas } from '../../src/areas'
import { openApp } from '../app/support/openApp'
import { startServer, type TestServer } from '../support/server/server'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const resource = resources.at(-1)
const area = adminAreas.at(-1)

describe('a new area', () => {
  it('stands in the menu after those before it, and leads to its list', async () => {
    const { user, address } = await openApp(server, '/pages/dashboard', { token: await server.signIn() })
    const admin = within(await screen.findByRole('region', { name: 'Admin' }))
    const link = admin.getAllByRole('link').at(-1)
    expect(link).toHaveTextContent(area?.title ?? '')
    if (link) await user.click(link)
    expect(await screen.findByRole('heading', { level: 1, name: area?.title ?? '' })).toBeVisible()
    expect(address()).toBe(`/pages/${area?.slug}`)
  })

  it('is found in the palette: its place, a new row, and its rows by their names', async () => {
    const token = await server.signIn()
    const created = await server.fetch(`${resource?.path}/register`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Orangery & Co', kind: 'plants' }),
    })
    expect(created.status).toBe(201)
    const { user, address } = await openApp(server, '/pages/dashboard', { token })
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('dialog', { name: 'Search and commands' })
    const group = async (name: string) => within(await screen.findByRole('group', { name })).getAllByRole('option')
    const labels = async (name: string) => (await group(name)).map(({ textContent }) => textContent)
    expect((await labels('Go to')).some((label) => label.startsWith(area?.title ?? ''))).toBe(true)
    await waitFor(async () => expect(await labels('Create')).toContain(`New ${resource?.nouns.one}`))
    await user.keyboard('orang')
    const [found] = await group(area?.title ?? '')
    expect(found).toHaveTextContent(/^Orangery & Co/)
    if (found) await user.click(found)
    await waitFor(() => expect(address()).toMatch(new RegExp(`^/pages/${area?.slug}/[0-9a-f-]{36}$`)))
  })
})
