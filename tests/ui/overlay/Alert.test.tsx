import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Alert, AlertRegion } from '../../../src/ui/overlay/Alert'
import { ErrorState } from '../../../src/ui/layout/ErrorState'

describe('AlertRegion', () => {
  it('shows each error with its request id, and how often it occurred', () => {
    render(
      <AlertRegion
        alerts={[
          { id: '1', message: 'The name is taken', detail: 'Request 01J' },
          { id: '2', message: 'No answer', count: 3 },
        ]}
        onDismiss={() => undefined}
      />,
    )
    const [first, second] = screen.getAllByRole('alert')
    expect(first).toHaveTextContent('The name is taken')
    expect(first).toHaveTextContent('Request 01J')
    expect(second).toHaveTextContent('No answer (3 times)')
  })

  it('dismisses the one whose button is pressed', async () => {
    const onDismiss = vi.fn()
    render(<AlertRegion alerts={[{ id: '7', message: 'No answer' }]} onDismiss={onDismiss} />)
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(onDismiss).toHaveBeenCalledExactlyOnceWith('7')
  })
})

describe('Alert', () => {
  it('names its tone by a word, not by colour alone', () => {
    render(<Alert tone="warning">Battery is low</Alert>)
    expect(screen.getByRole('img', { name: 'Warning' })).toBeVisible()
  })
})

describe('ErrorState', () => {
  it("shows the server's sentence and the request id, and retries", async () => {
    const onRetry = vi.fn()
    render(<ErrorState message="The database is resting" requestId="01J" onRetry={onRetry} />)
    expect(screen.getByText('The database is resting')).toBeVisible()
    expect(screen.getByText('Request 01J')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(onRetry).toHaveBeenCalledTimes(1)
  })
})
