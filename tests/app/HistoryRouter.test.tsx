import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryHistory, type Location } from 'history'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { HistoryRouter } from '../../src/app/router/HistoryRouter'

interface Arrival {
  readonly settle: (error?: Error) => Promise<void>
}

/** A router over pages named by their path, whose code arrives when the test says so. */
function open() {
  const history = createMemoryHistory({ initialEntries: ['/here'] })
  const coming = new Map<string, Arrival>()
  const arrived = new Set(['/here'])
  const bring = ({ pathname }: Location) => {
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
  const never = () => false
  const nothing = () => () => undefined
  render(
    <HistoryRouter history={history} bring={bring} redirect={never} follow={nothing}>
      <Routes>
        {['here', 'there', 'elsewhere'].map((name) => (
          <Route key={name} path={name} element={<h1>{name}</h1>} />
        ))}
      </Routes>
    </HistoryRouter>,
  )
  return { history, coming, go: (to: string) => act(() => history.push(to)) }
}

describe('HistoryRouter', () => {
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
