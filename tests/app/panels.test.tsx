import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadOverview } from '../../src/app/dashboard/Overview'
import { iris, register } from '../support/server/accounts'
import { setUpApp } from '../support/server/factors'
import { openConsole } from '../support/screens/console'
import { emptiedServer } from '../support/server/hooks'
import { alertingAt } from '../support/rows/alerting'
import { rolloutsAt } from '../support/rows/rollouts'
import { openApp } from './support/openApp'

const server = emptiedServer({ registration: 'open' })
const { addRule, judge } = alertingAt(server)
const { begin, fleet } = rolloutsAt(server)
beforeAll(() => loadOverview())

/** A panel that has something to show: its page and title, the path that it requests, and what it shows. */
interface Panel {
  readonly page: string
  readonly title: string
  readonly path: RegExp
  readonly content: string
}

const panels = {
  'the alerts of a gateway': async (): Promise<Panel> => {
    await addRule({ name: 'Offline' })
    const attic = (await judge()).find(({ title }) => title === 'Attic is offline')
    const content = 'Attic is offline'
    return { page: `/pages/gateways/${attic?.subjectId}`, title: 'Alerts', path: /\/alerts$/, content }
  },
  'a colleague’s second factor': async (): Promise<Panel> => {
    await setUpApp(server, await register(server))
    const { rows } = await server.db.query<{ id: string }>(sql`select id from users where email = ${iris.email}`)
    const content = 'Authenticator app · 10 recovery codes left'
    return { page: `/pages/users/${rows[0]?.id}`, title: 'Second factor', path: /\/factors$/, content }
  },
  'the rollouts of a firmware': async (): Promise<Panel> => {
    await begin({ name: 'To the roofs' })
    const page = `/pages/gateway-firmwares/${fleet().target}`
    return { page, title: 'Rollouts', path: /\/rollouts$/, content: 'To the roofs' }
  },
  'the rollouts on the dashboard': async (): Promise<Panel> => {
    await begin({ name: 'To the roofs' })
    return { page: '/pages/dashboard', title: 'Rollouts', path: /\/rollouts$/, content: 'To the roofs' }
  },
}

const refusing =
  ({ path }: Panel, status: number) =>
  ({ url }: Request) =>
    path.test(new URL(url).pathname) ? Response.json({ message: 'Down for a moment' }, { status }) : null
/** Opens the page of a panel whose request fails. */
const open = async (panel: Panel) => openApp(server, panel.page, { token: await server.signIn(), fault: refusing(panel, 503) })
const region = (name: string) => screen.findByRole('region', { name })

describe.each(Object.entries(panels))('%s', (_name, create) => {
  it('says why it could not be loaded, and loads it on Retry', async () => {
    const panel = await create()
    const { user, disturb } = await open(panel)
    const card = within(await region(panel.title))
    expect(await card.findByText('Down for a moment')).toBeVisible()
    disturb(() => null)
    await user.click(card.getByRole('button', { name: 'Retry' }))
    expect(await card.findByText(panel.content)).toBeVisible()
  })

  it('is left out on a backend without it', async () => {
    const panel = await create()
    const { user, disturb } = await open(panel)
    const retry = await within(await region(panel.title)).findByRole('button', { name: 'Retry' })
    disturb(refusing(panel, 404))
    await user.click(retry)
    await waitFor(() => expect(screen.queryByRole('region', { name: panel.title })).toBeNull())
  })
})

describe('a panel that is shown', () => {
  it('stays when it cannot be refetched', async () => {
    const { page } = await panels['the alerts of a gateway']()
    const { user, store, disturb } = await openConsole(server, await server.signIn(), page)
    const card = within(await region('Alerts'))
    await user.click(await card.findByRole('button', { name: 'What to do about Attic is offline' }))
    disturb(({ method, url }) =>
      method === 'GET' && url.includes('gatewayId') ? Response.json({ message: 'Down for a moment' }, { status: 503 }) : null,
    )
    await user.click(await screen.findByRole('menuitem', { name: 'Acknowledge' }))
    expect(await screen.findByText('Acknowledged: Attic is offline')).toBeVisible()
    const refused = () => Object.values(store.getState().api.queries).filter((query) => query?.status === 'rejected')
    await waitFor(() => expect(refused()).not.toEqual([]))
    expect(card.getByRole('link', { name: 'Attic is offline' })).toBeVisible()
  })
})
