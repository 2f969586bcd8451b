import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryHistory } from 'history'
import { describe, expect, it } from 'vitest'
import { Navigation, useShown } from '../../src/app/router/Navigation'

interface Arrival {
  readonly settle: (error?: Error) => Promise<void>
}

/** A router over pages named by their path, whose code arrives when the test says so. */
function open() {
  const history = createMemoryHistory({ initialEntries: ['/here'] })
  const coming = new Map<string, Arrival>()
  const arrived = new Set(['/here'])
  const bring = (pathname: string) => {
    if (arrived.has(pathname)) return null
    return new Promise<void>((resolve, reject) => {
      coming.set(pathname, {
        settle: (error) =>
          act(async () => {
            if (error) return reject(error)
            arrived.add(pathname)
            resolve()
          }),
      })
    })
  }
  const routing = { history, bring, redirect: () => false, follow: () => () => undefined }
  render(
    <Navigation routing={routing}>
      <Here />
    </Navigation>,
  )
  return { history, coming, go: (to: string) => act(() => history.push(to)) }
}

function Here() {
  return <h1>{useShown().location.pathname.slice(1)}</h1>
}

describe('Navigation', () => {
  it('keeps the page until the next one has arrived', async () => {
    const { coming, go } = open()
    go('/there')
    expect(screen.getByRole('heading', { name: 'here' })).toBeVisible()
    expect(screen.getByRole('progressbar', { name: 'Loading the page' })).toBeInTheDocument()
    await coming.get('/there')?.settle()
    expect(screen.getByRole('heading', { name: 'there' })).toBeVisible()
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  })

  it('shows the page asked for last when an earlier one arrives after it', async () => {
    const { coming, go } = open()
    go('/there')
    go('/elsewhere')
    await coming.get('/elsewhere')?.settle()
    await coming.get('/there')?.settle()
    expect(screen.getByRole('heading', { name: 'elsewhere' })).toBeVisible()
  })

  it('says so when a page cannot be fetched, and tries again when asked', async () => {
    const { coming, go } = open()
    go('/there')
    await coming.get('/there')?.settle(new Error('offline'))
    expect(screen.getByRole('alert')).toHaveTextContent('The page could not be loaded.')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await coming.get('/there')?.settle()
    expect(screen.getByRole('heading', { name: 'there' })).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('moves in the same step when the code is here', async () => {
    const { coming, go, history } = open()
    go('/there')
    await coming.get('/there')?.settle()
    act(() => history.back())
    expect(screen.getByRole('heading', { name: 'here' })).toBeVisible()
  })
})
