import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { EnvironmentProvider } from '../../../src/ui/environment/Environment'
import { Toaster, useNotifications, useToast, type Toast } from '../../../src/ui/overlay/Toaster'
import { manualEnvironment } from '../../support/screens/environment'

function setUp(toast: Toast) {
  const { environment, advance } = manualEnvironment(0)
  function Page() {
    const show = useToast()
    const { log, act } = useNotifications()
    return (
      <>
        <button type="button" onClick={() => show(toast)}>
          Delete
        </button>
        <output aria-label="Log">{log.map(({ message }) => message).join(', ')}</output>
        {log.map(
          ({ id, action }) =>
            action && (
              <button key={id} type="button" onClick={() => act(id)}>
                {action.label} later
              </button>
            ),
        )}
      </>
    )
  }
  render(
    <EnvironmentProvider value={environment}>
      <Toaster>
        <Page />
      </Toaster>
    </EnvironmentProvider>,
  )
  return {
    pass: (ms: number) => act(() => advance(ms)),
    press: () => userEvent.click(screen.getByRole('button', { name: 'Delete' })),
  }
}

describe('Toaster', () => {
  it('announces a toast and takes it away after a while, but keeps it in the log', async () => {
    const { pass, press } = setUp({ message: 'Deleted Fern house.' })
    await press()
    expect(screen.getByRole('region', { name: 'Notifications' })).toBeVisible()
    expect(screen.getByRole('status', { name: '' })).toHaveTextContent('Deleted Fern house.')
    pass(5999)
    expect(screen.getByRole('region', { name: 'Notifications' })).toBeVisible()
    pass(1)
    expect(screen.queryByRole('region')).not.toBeInTheDocument()
    expect(screen.getByLabelText('Log')).toHaveTextContent('Deleted Fern house.')
  })

  it('stays while the pointer is on it', async () => {
    const { pass, press } = setUp({ message: 'Deleted.' })
    await press()
    await userEvent.hover(screen.getByText('Deleted.', { selector: 'p' }))
    pass(60_000)
    expect(screen.getByRole('region')).toBeVisible()
    await userEvent.unhover(screen.getByText('Deleted.', { selector: 'p' }))
    pass(6000)
    expect(screen.queryByRole('region')).not.toBeInTheDocument()
  })

  it('does its action once and closes', async () => {
    const onAct = vi.fn()
    const { press } = setUp({ message: 'Deleted.', action: { label: 'Undo', onAct } })
    await press()
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(onAct).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('region')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Undo later' })).not.toBeInTheDocument()
  })

  it('does its action once when that is taken from the log', async () => {
    const onAct = vi.fn()
    const { pass, press } = setUp({ message: 'Deleted.', action: { label: 'Undo', onAct } })
    await press()
    pass(12_000)
    await userEvent.click(screen.getByRole('button', { name: 'Undo later' }))
    expect(onAct).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('button', { name: 'Undo later' })).not.toBeInTheDocument()
    expect(screen.getByLabelText('Log')).toHaveTextContent('Deleted.')
  })

  it('shows the last three when many come', async () => {
    const { press } = setUp({ message: 'Deleted.' })
    for (let time = 0; time < 5; time += 1) await press()
    expect(screen.getAllByRole('button', { name: 'Close' })).toHaveLength(3)
  })
})
