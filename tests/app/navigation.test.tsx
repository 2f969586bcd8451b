import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { lazyScreen } from '../../src/app/lazyScreen'
import { PageFailed } from '../../src/app/PageFailed'
import { RouteFailed } from '../../src/app/RouteFailed'
import { RouteProgress } from '../../src/app/RouteProgress'
import { addressBarOf } from '../support/screens/router'

function pageNamed(name: string) {
  return { Screen: () => <h1>{name}</h1> }
}

/** Opens pages whose code arrives when the test says so; the first page is loaded. */
function open() {
  const downloads: { arrive(): Promise<void>; fail(): Promise<void> }[] = []
  const coming = (name: string) =>
    lazyScreen(
      () =>
        new Promise((resolve, reject) => {
          downloads.push({
            arrive: () => act(async () => resolve(pageNamed(name))),
            fail: () => act(async () => reject(new Error('offline'))),
          })
        }),
      PageFailed,
    )
  const onShown = vi.fn<() => void>()
  const faulty = { is: true }
  function Faulty() {
    if (faulty.is) throw new Error('broken')
    return <h1>whole</h1>
  }
  const routes = [
    {
      element: (
        <>
          <RouteProgress />
          <Outlet />
        </>
      ),
      errorElement: <RouteFailed Failed={PageFailed} onShown={onShown} />,
      children: [
        { path: '/here', element: <h1>here</h1> },
        { path: '/there', ...coming('there') },
        { path: '/elsewhere', ...coming('elsewhere') },
        { path: '/faulty', element: <Faulty /> },
      ],
    },
  ]
  const router = createMemoryRouter(routes, { initialEntries: ['/here'] })
  onTestFinished(() => router.dispose())
  render(<RouterProvider router={router} />)
  return {
    ...addressBarOf(router),
    /** Starts a navigation without waiting for the page. */
    async leaveFor(to: string) {
      await act(async () => void router.navigate(to))
    },
    download(index: number) {
      const download = downloads[index]
      if (download === undefined) throw new Error(`No download ${index} was asked for`)
      return download
    },
    faulty,
    onShown,
  }
}

const heading = (name: string) => screen.findByRole('heading', { name })

describe('a navigation', () => {
  it('keeps the page until the next one has arrived', async () => {
    const { leaveFor, download } = open()
    await leaveFor('/there')
    expect(screen.getByRole('heading', { name: 'here' })).toBeVisible()
    expect(screen.getByRole('progressbar', { name: 'Loading the page' })).toBeInTheDocument()
    await download(0).arrive()
    expect(await heading('there')).toBeVisible()
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  })

  it('shows the page requested last when an earlier one arrives after it', async () => {
    const { leaveFor, download } = open()
    await leaveFor('/there')
    await leaveFor('/elsewhere')
    await download(1).arrive()
    await download(0).arrive()
    expect(await heading('elsewhere')).toBeVisible()
  })

  it('says that a page cannot be loaded, and retries on request', async () => {
    const { leaveFor, download } = open()
    await leaveFor('/there')
    await download(0).fail()
    // The page retries once by itself when it is shown.
    await download(1).fail()
    expect(await heading('This page could not be shown')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await download(2).arrive()
    expect(await heading('there')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
  })

  it('loads a page that failed to load when it is visited again', async () => {
    const { leaveFor, go, download } = open()
    await leaveFor('/there')
    await download(0).fail()
    await download(1).fail()
    await go('/here')
    await leaveFor('/there')
    await download(2).arrive()
    expect(await heading('there')).toBeVisible()
  })
})

describe('a page that breaks', () => {
  it('reports the error in its place and in the browser’s console, and renders again on Retry', async () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => written.mockRestore())
    const { go, faulty, onShown } = open()
    await go('/faulty')
    expect(await heading('This page could not be shown')).toBeVisible()
    expect(written.mock.calls.flat()).toContainEqual(new Error('broken'))
    expect(onShown).toHaveBeenCalled()
    faulty.is = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await heading('whole')).toBeVisible()
  })
})
