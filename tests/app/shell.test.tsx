import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testEnvironment } from '../support/screens/environment'
import { oneServer } from '../support/server/hooks'
import { openApp, setWindowWidth } from './support/openApp'

const server = oneServer()
let token: string
beforeAll(async () => {
  token = await server.signIn()
})
afterEach(() => act(() => setWindowWidth(1440)))

const menu = () => screen.getByRole('navigation', { name: 'Menu' })
const toggle = () => screen.getByRole('button', { name: 'Menu' })
const open = (path = '/pages/dashboard', options = {}) => openApp(server, path, { token, ...options })

describe('the side menu', () => {
  it('has the sections and entries of the specification, in their order', async () => {
    await open()
    const sections = within(menu())
      .getAllByRole('region')
      .map((section) => [
        within(section).getByRole('heading').textContent,
        within(section)
          .queryAllByRole('listitem')
          .slice(0, 9)
          .map((item) => item.textContent.replace(' (opens in a new tab)', '')),
      ])
    expect(sections).toEqual([
      ['Configuration', []],
      [
        'Admin',
        [
          'Gateways',
          'Sensors',
          'Plants',
          'Plant Requests',
          'Humidity Groups',
          'Temperature Groups',
          'Light Groups',
          'Gateway Hardwares',
          'Gateway Firmwares',
        ],
      ],
      ['developer', ['API Documentation']],
      ['Me', ['Sign out']],
    ])
  })

  it('leads to the areas', async () => {
    await open()
    const links = within(within(menu()).getByRole('region', { name: 'Admin' })).getAllByRole('link')
    expect(links.slice(0, 9).map((link) => link.getAttribute('href'))).toEqual(
      [
        'gateways',
        'sensors',
        'plants',
        'plant-requests',
        'humidity-groups',
        'temperature-groups',
        'light-groups',
        'gateway-hardwares',
        'gateway-firmwares',
      ].map((slug) => `/pages/${slug}`),
    )
  })

  it("opens the documentation on the API's origin in a new tab", async () => {
    await open('/pages/dashboard', { apiUrl: 'https://api.example.com' })
    const link = screen.getByRole('link', { name: /^API Documentation/ })
    expect(link).toHaveAttribute('href', 'https://api.example.com/docs')
    expect(link).toHaveAttribute('target', '_blank')
    expect(link.getAttribute('rel')).toMatch(/noopener/)
  })

  it('collapses on a wide screen, and is still collapsed the next time', async () => {
    const environment = testEnvironment()
    const { user } = await open('/pages/dashboard', { environment })
    expect(toggle()).toHaveAttribute('aria-expanded', 'true')
    await user.click(toggle())
    expect(toggle()).toHaveAttribute('aria-expanded', 'false')
    cleanup()
    await open('/pages/dashboard', { environment })
    expect(toggle()).toHaveAttribute('aria-expanded', 'false')
  })

  it('has tooltips only where its labels are not shown, beside the items', async () => {
    const { user } = await open()
    expect(within(menu()).getByRole('link', { name: 'Gateways' })).not.toHaveAttribute('data-tip')
    await user.click(toggle())
    await user.hover(within(menu()).getByRole('link', { name: 'Sensors' }))
    const tooltip = await screen.findByRole('tooltip')
    expect(tooltip).toHaveTextContent('Sensors')
    expect(tooltip).toHaveAttribute('data-side', 'end')
  })

  it('is collapsed while the window is narrow, until somebody opens it', async () => {
    const { user } = await open()
    expect(toggle()).toHaveAttribute('aria-expanded', 'true')
    act(() => setWindowWidth(820))
    expect(toggle()).toHaveAttribute('aria-expanded', 'false')
    await user.click(toggle())
    expect(toggle()).toHaveAttribute('aria-expanded', 'true')
    act(() => setWindowWidth(1440))
    act(() => setWindowWidth(820))
    expect(toggle()).toHaveAttribute('aria-expanded', 'true')
  })

  it('is a drawer on a small screen, and closes by Escape and by its backdrop, which return the focus, and by a navigation', async () => {
    setWindowWidth(375)
    const { user } = await open()
    expect(toggle()).toHaveAttribute('aria-expanded', 'false')
    await user.click(toggle())
    expect(within(menu()).getByRole('link', { name: 'Gateways' })).toHaveFocus()
    expect(screen.getByRole('main')).toHaveAttribute('inert')
    await user.keyboard('{Escape}')
    expect(toggle()).toHaveAttribute('aria-expanded', 'false')
    expect(toggle()).toHaveFocus()
    expect(screen.getByRole('main')).not.toHaveAttribute('inert')

    await user.click(toggle())
    await user.click(screen.getByRole('button', { name: 'Close the menu' }))
    expect(toggle()).toHaveAttribute('aria-expanded', 'false')
    expect(toggle()).toHaveFocus()

    await user.click(toggle())
    await user.click(within(menu()).getByRole('link', { name: 'Plants' }))
    await waitFor(async () => expect(await screen.findByRole('heading', { level: 1, name: 'Plants' })).toHaveFocus())
    expect(toggle()).toHaveAttribute('aria-expanded', 'false')
  })

  it('closes its drawer over the area that is already open', async () => {
    setWindowWidth(375)
    const { user, address } = await open('/pages/sensors?page=3')
    await user.click(toggle())
    await user.click(within(menu()).getByRole('link', { name: 'Sensors' }))
    await waitFor(() => expect(address()).toBe('/pages/sensors'))
    expect(toggle()).toHaveAttribute('aria-expanded', 'false')
  })
})

describe('the top bar', () => {
  it('has a home link', async () => {
    const { user } = await open('/pages/plants')
    await user.click(screen.getByRole('link', { name: 'Frond, home' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  })

  it("signs out from the account's menu", async () => {
    const { user, address } = await open('/pages/dashboard', { token: await server.signIn() })
    await user.click(screen.getByRole('button', { name: 'Account' }))
    await user.click(within(screen.getByRole('menu', { name: 'Account' })).getByRole('menuitem', { name: 'Sign out' }))
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(address()).toBe('/sign-in')
  })

  it('loads and shows who is signed in when the menu opens', async () => {
    const { user, calls } = await open()
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
    expect(calls.filter((call) => call.endsWith('/api/v1/account'))).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Account' }))
    const menu = within(screen.getByRole('menu', { name: 'Account' }))
    expect(await menu.findByText(/@/)).toBeVisible()
  })

  it('opens the log of notices', async () => {
    const { user } = await open('/pages/account')
    const name = await screen.findByRole('textbox', { name: 'Surname' })
    await user.clear(name)
    await user.type(name, `Fern ${Date.now()}`)
    await user.click(screen.getByRole('button', { name: 'Save name' }))
    await screen.findByText('Your name has been saved')
    await user.click(screen.getByRole('button', { name: 'Account' }))
    await user.click(screen.getByRole('menuitem', { name: 'Notifications' }))
    const log = await screen.findByRole('dialog', { name: 'Notifications' })
    expect(within(log).getByRole('listitem')).toHaveTextContent('Your name has been saved')
  })

  it('switches the theme', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Theme' }))
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Dark' }))
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
    document.documentElement.removeAttribute('data-theme')
  })
})

describe('the keyboard', () => {
  it('reaches the skip link first, which skips the menu', async () => {
    const { user, address } = await open()
    await user.tab()
    expect(screen.getByRole('link', { name: 'Skip to the content' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('main')).toHaveFocus()
    expect(address()).toBe('/pages/dashboard')
  })
})

describe('a session that cannot be refreshed', () => {
  it('shows a banner while the server is unavailable, and removes it afterwards', async () => {
    const fresh = await server.signIn()
    let away = true
    const stale = await openApp(server, '/pages/plants', {
      token: fresh,
      expiresInS: -5,
      fault: () => (away ? Promise.reject(new TypeError('Failed to fetch')) : null),
    })
    expect(await screen.findByText('The server cannot be reached')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Plants' })).toBeVisible()
    away = false
    stale.hear({ type: 'sync', cause: 'online' })
    await waitFor(() => expect(screen.queryByText('The server cannot be reached')).not.toBeInTheDocument())
    expect(stale.storage.getItem('token')).toMatch(/^U2FsdGVkX1/)
  })
})
