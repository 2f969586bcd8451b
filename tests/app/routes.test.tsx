import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { oneServer } from '../support/server/hooks'
import { openApp, type OpenedApp } from './support/openApp'
import { signInByForm } from './support/signInForm'

const server = oneServer()
let token: string
beforeAll(async () => {
  token = await server.signIn()
})

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('the routes for a guest', () => {
  it.each(['/', '/pages', '/pages/'])('lead from %s to sign-in', async (path) => {
    const { address, calls } = await openApp(server, path)
    expect(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(address()).toBe('/sign-in?returnUrl=%2Fpages%2Fdashboard')
    expect(calls).toEqual([])
  })

  it('lead back to the requested page after sign-in', async () => {
    const app = await openApp(server, '/pages/plants?q=fern')
    expect(app.address()).toBe('/sign-in?returnUrl=%2Fpages%2Fplants%3Fq%3Dfern')
    await signInByForm(app)
    expect(await heading('Plants')).toBeVisible()
    expect(app.address()).toBe('/pages/plants?q=fern')
  })

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example', '/sign-up'])(
    'lead to the dashboard rather than to %s',
    async (returnUrl) => {
      const app = await openApp(server, `/sign-in?returnUrl=${encodeURIComponent(returnUrl)}`)
      await signInByForm(app)
      expect(await heading('Dashboard')).toBeVisible()
      expect(app.address()).toBe('/pages/dashboard')
    },
  )

  it('keep the return address on the way to sign-up', async () => {
    const { user, address } = await openApp(server, '/pages/plants')
    await user.click(screen.getByRole('link', { name: 'Sign up' }))
    await waitFor(async () => expect(await heading('Sign up')).toHaveFocus())
    await waitFor(() => expect(document.title).toBe('Sign up · Frond'))
    await user.click(screen.getByRole('link', { name: 'Sign in' }))
    expect(await heading('Sign in')).toBeVisible()
    expect(address()).toBe('/sign-in?returnUrl=%2Fpages%2Fplants')
  })

  it('have a page for unknown addresses', async () => {
    const { address } = await openApp(server, '/nowhere/at/all')
    expect(screen.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    expect(address()).toBe('/nowhere/at/all')
  })
})

describe('the routes for an administrator', () => {
  it.each(['/', '/pages', '/sign-in', '/sign-up'])('lead from %s to the dashboard', async (path) => {
    const { address } = await openApp(server, path, { token })
    expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    expect(address()).toBe('/pages/dashboard')
  })

  it('allow the pages of mailed links', async () => {
    await openApp(server, '/reset-password?token=abc', { token })
    expect(screen.getByRole('heading', { name: 'Reset password' })).toBeVisible()
  })

  it('have a page for unknown addresses', async () => {
    const { address } = await openApp(server, '/nowhere/at/all', { token })
    expect(screen.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    expect(address()).toBe('/nowhere/at/all')
  })

  it('have a page for unknown addresses, with the menu around it', async () => {
    await openApp(server, '/pages/nowhere', { token })
    expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    expect(screen.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  })

  it('focus the heading after a navigation, and put its text into the title', async () => {
    const { user } = await openApp(server, '/pages/dashboard', { token })
    await waitFor(() => expect(document.title).toBe('Dashboard · Frond'))
    await user.click(screen.getByRole('link', { name: 'Plant Requests' }))
    const title = await heading('Plant Requests')
    await waitFor(() => expect(title).toHaveFocus())
    expect(document.title).toBe('Plant Requests · Frond')
  })

  it('show an area, its form and the way back', async () => {
    const app = await openApp(server, '/pages/gateways', { token })
    expect(screen.getByRole('heading', { level: 1, name: 'Gateways' })).toBeVisible()
    await app.go('/pages/gateways/new')
    expect(await screen.findByRole('textbox', { name: 'Name' })).toBeVisible()
    await app.go(-1)
    expect(await heading('Gateways')).toBeVisible()
  })
})

describe('the end of a session', () => {
  it('leads to sign-in after a sign-out, and leaves no data behind', async () => {
    const app = await openApp(server, '/pages/dashboard', { token: await server.signIn() })
    app.storage.setItem('frond.theme', 'dark')
    await app.user.click(screen.getAllByRole('button', { name: 'Sign out' })[0] ?? document.body)
    expect(await heading('Sign in')).toBeVisible()
    expect(app.address()).toBe('/sign-in')
    expect(app.storage.length).toBe(0)
    expect(app.announced).toContainEqual(expect.objectContaining({ type: 'signedOut' }))
    await waitFor(() => expect(app.calls).toContain('POST /api/v1/auth/sign_out'))
    await app.go('/pages/gateways')
    await waitFor(() => expect(app.address()).toBe('/sign-in?returnUrl=%2Fpages%2Fgateways'))
  })

  it('asks before a sign-out discards unsaved changes', async () => {
    const app = await openApp(server, '/pages/gateways/new', { token: await server.signIn() })
    await app.user.type(await screen.findByRole('textbox', { name: 'Name' }), 'North wall')
    const signOut = screen.getAllByRole('button', { name: 'Sign out' })[0] ?? document.body
    await app.user.click(signOut)
    await app.user.click(await screen.findByRole('button', { name: 'Stay' }))
    expect(app.address()).toBe('/pages/gateways/new')
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('North wall')
    await app.user.click(signOut)
    await app.user.click(await screen.findByRole('button', { name: 'Leave' }))
    expect(await heading('Sign in')).toBeVisible()
  })

  it('in another tab shows sign-in here, says why, and leads back', async () => {
    const app = await openApp(server, '/pages/plants', { token: await server.signIn() })
    const sessionId = app.session.actor.getSnapshot().context.sessionId ?? ''
    act(() => app.hear({ type: 'message', message: { type: 'signedOut', sessionId } }))
    expect(await heading('Sign in')).toBeVisible()
    expect(app.address()).toBe('/sign-in?returnUrl=%2Fpages%2Fplants')
    expect(screen.getByText(/signed out in another tab/)).toBeVisible()
    expect(screen.queryByRole('navigation', { name: 'Menu' })).not.toBeInTheDocument()
  })

  it('on the server sends to sign-in with an alert, whatever is unsaved', async () => {
    const app = await openApp(server, '/pages/gateways/new', { token: await server.signIn() })
    await app.user.type(await screen.findByRole('textbox', { name: 'Name' }), 'North wall')
    app.disturb(() =>
      Response.json({ message: 'Your session has ended', code: 'unauthenticated', requestId: '1' }, { status: 401 }),
    )
    await app.go('/pages/dashboard')
    await app.user.click(await screen.findByRole('button', { name: 'Leave' }))
    expect(await heading('Sign in')).toBeVisible()
    expect(app.address()).toBe('/sign-in?returnUrl=%2Fpages%2Fdashboard')
    expect(await screen.findByRole('alert')).toHaveTextContent('Your session has ended')
  })

  it('shows the sentence with which the server refuses a list that loads', async () => {
    const refusal = { message: 'Gateways are closed to you', code: 'unauthenticated', requestId: '1' }
    await openApp(server, '/pages/gateways', {
      token: await server.signIn(),
      fault: ({ url }) => (url.includes('/api/v1/gateways') ? Response.json(refusal, { status: 401 }) : null),
    })
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Gateways are closed to you$/)
  })
})

describe('a prefetched list', () => {
  const ahead = { pathname: '/pages/sensors', search: '?sort=eui', hash: '' }
  const reads = ({ calls }: OpenedApp) => calls.filter((call) => call === 'GET /api/v1/sensors')

  it('is requested before its page is opened, and once', async () => {
    const app = await openApp(server, '/pages/account', { token })
    let answer = () => undefined as void
    const release = new Promise<void>((resolve) => {
      answer = resolve
    })
    app.disturb(({ url }) => (url.includes('/api/v1/sensors') ? release.then(() => null) : null))
    app.prefetchList(ahead)
    await waitFor(() => expect(reads(app)).toHaveLength(1))
    await act(() => app.router.navigate('/pages/sensors?sort=eui'))
    answer()
    expect(await screen.findByText('No sensors yet')).toBeVisible()
    expect(reads(app)).toHaveLength(1)
  })

  it('is not requested by a guest, nor where an address is no list', async () => {
    const guest = await openApp(server, '/sign-in')
    guest.prefetchList(ahead)
    const app = await openApp(server, '/pages/account', { token })
    app.prefetchList({ ...ahead, pathname: '/pages/sensors/new' })
    app.prefetchList({ ...ahead, pathname: '/pages/dashboard' })
    app.prefetchList({ ...ahead, pathname: '/pages/plants' })
    await waitFor(() => expect(app.calls).toContain('GET /api/v2/plants'))
    expect([...reads(guest), ...reads(app)]).toEqual([])
  })

  it('reports no error, because its page does', async () => {
    const storageReady = Promise.reject(new Error('The browser blocks storage'))
    // Otherwise the rejection itself fails the run, before anything awaits it.
    storageReady.catch(() => undefined)
    const app = await openApp(server, '/pages/sensors', { token, storageReady })
    // An unhandled rejection would fail the run.
    app.prefetchList(ahead)
    app.prefetch()
    expect(await screen.findByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
    expect(screen.getByText(/^The console may have been updated: reload the page\./)).toBeVisible()
    expect(screen.queryByText(/could not be loaded/)).toBeNull()
    expect(reads(app)).toEqual([])
  })
})

describe('the first page', () => {
  it('is shown before its content measures the available width', async () => {
    let shown = false
    const measured: number[] = []
    const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => {
      const now = shown ? 1000 : 0
      measured.push(now)
      return now
    })
    onTestFinished(() => width.mockRestore())
    const onShown = () => {
      shown = true
    }
    await openApp(server, '/pages/plants', { token, onShown })
    expect(await heading('Plants')).toBeVisible()
    await waitFor(() => expect(measured).not.toEqual([]))
    expect(measured).not.toContain(0)
  })
})
