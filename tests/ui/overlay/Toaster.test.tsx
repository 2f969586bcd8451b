import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { EnvironmentProvider } from '../../../src/ui/environment/Environment'
import { Dialog } from '../../../src/ui/overlay/Dialog'
import { Toaster, useNotifications, useToast } from '../../../src/ui/overlay/Toaster'
import type { Toast } from '../../../src/ui/overlay/ToastStack'
import { manualEnvironment } from '../../support/screens/environment'

/** Renders a page inside a toaster; returns what moves its clock. */
function renderInside(page: ReactNode) {
  const { environment, advance } = manualEnvironment(0)
  render(
    <EnvironmentProvider value={environment}>
      <Toaster>{page}</Toaster>
    </EnvironmentProvider>,
  )
  return advance
}

/** The region that screen readers announce; it is where the toasts are. */
const announced = () => screen.getByRole('region', { hidden: true }).nextElementSibling as HTMLElement

function setUp(toast: Toast) {
  let replace: (next: Toast) => void = () => undefined
  function Page() {
    const { show, log, act } = useNotifications()
    return (
      <>
        <button type="button" onClick={() => (replace = show(toast))}>
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
  const advance = renderInside(<Page />)
  return {
    pass: (ms: number) => act(() => advance(ms)),
    press: () => userEvent.click(screen.getByRole('button', { name: 'Delete' })),
    replace: (next: Toast) => act(() => replace(next)),
  }
}

/** Whether the browser would ask before the tab is closed. */
function asksToClose(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

/** A page with a toast, and with two dialogs that open together. */
function Dialogs() {
  const show = useToast()
  const [open, setOpen] = useState(0)
  return (
    <>
      <button type="button" onClick={() => show({ message: 'Deleted.' })}>
        Delete
      </button>
      <button type="button" onClick={() => setOpen(2)}>
        Open
      </button>
      {open > 0 && <Dialog title="Form" onClose={() => setOpen(0)} />}
      {open > 1 && <Dialog title="Question" onClose={() => setOpen(1)} />}
    </>
  )
}

describe('Toaster', () => {
  it('shows a toast and removes it after a while, but keeps it in the log', async () => {
    const { pass, press } = setUp({ message: 'Deleted Fern house.' })
    await press()
    expect(screen.getByRole('region', { name: 'Notifications' })).toHaveTextContent('Deleted Fern house.')
    pass(5999)
    expect(screen.getByRole('region', { name: 'Notifications' })).toBeVisible()
    pass(1)
    expect(screen.queryByRole('region')).not.toBeInTheDocument()
    expect(screen.getByLabelText('Log')).toHaveTextContent('Deleted Fern house.')
  })

  it('announces a toast and its action in an existing region', async () => {
    const { pass, press } = setUp({ message: 'Deleted.', action: { label: 'Undo', onAct: () => undefined } })
    const region = announced()
    expect(region).toBeEmptyDOMElement()
    await press()
    expect(region).toBeEmptyDOMElement()
    pass(100)
    expect(region).toHaveTextContent(/^Notification: Deleted\. \(Undo\)$/)
    pass(11_900)
    expect(region).toBeEmptyDOMElement()
    expect(announced()).toBe(region)
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

  it('stays when it tells of a failure, until it is closed', async () => {
    const { pass, press } = setUp({ message: '1 of 2 sensors restored.', tone: 'info' })
    await press()
    pass(60_000)
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('region')).not.toBeInTheDocument()
  })

  it('runs its action once and closes', async () => {
    const onAct = vi.fn()
    const { press } = setUp({ message: 'Deleted.', action: { label: 'Undo', onAct } })
    await press()
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(onAct).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('region')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Undo later' })).not.toBeInTheDocument()
  })

  it('runs its action once from the log', async () => {
    const onAct = vi.fn()
    const { pass, press } = setUp({ message: 'Deleted.', action: { label: 'Undo', onAct } })
    await press()
    pass(12_000)
    await userEvent.click(screen.getByRole('button', { name: 'Undo later' }))
    expect(onAct).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('button', { name: 'Undo later' })).not.toBeInTheDocument()
    expect(screen.getByLabelText('Log')).toHaveTextContent('Deleted.')
  })

  it('stays while its work is under way, which the browser guards, and ends as its result', async () => {
    const restoring = { message: 'Restoring 3 ferns…', progress: { value: 0, max: 3 } }
    const { pass, press, replace } = setUp(restoring)
    expect(asksToClose()).toBe(false)
    await press()
    pass(60_000)
    expect(screen.getByRole('region')).toHaveTextContent(/^Restoring 3 ferns…$/)
    replace({ ...restoring, progress: { value: 2, max: 3 } })
    expect(screen.getByRole('region')).toHaveTextContent(/^Restoring 3 ferns… 2 of 3$/)
    expect(announced()).toHaveTextContent(/^Notification: Restoring 3 ferns…$/)
    expect(asksToClose()).toBe(true)
    replace({ message: '3 ferns restored' })
    expect(screen.getByRole('region')).toHaveTextContent(/^3 ferns restored$/)
    expect(announced()).toHaveTextContent(/^Notification: 3 ferns restored$/)
    expect(screen.getByLabelText('Log')).toHaveTextContent(/^3 ferns restored$/)
    expect(asksToClose()).toBe(false)
    pass(6000)
    expect(screen.queryByRole('region')).not.toBeInTheDocument()
  })

  it('that was closed during its work shows again at its end', async () => {
    const restoring = { message: 'Restoring 3 ferns…', progress: { value: 0, max: 3 } }
    const { press, replace } = setUp(restoring)
    await press()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    replace({ ...restoring, progress: { value: 2, max: 3 } })
    expect(screen.queryByRole('region')).not.toBeInTheDocument()
    replace({ message: '3 ferns restored' })
    expect(screen.getByRole('region')).toHaveTextContent('3 ferns restored')
  })

  it('shows the last three when many come', async () => {
    const { press } = setUp({ message: 'Deleted.' })
    for (let time = 0; time < 5; time += 1) await press()
    expect(screen.getAllByRole('button', { name: 'Close' })).toHaveLength(3)
  })

  it('lies inside the dialog that opened last, since a modal dialog makes the rest of the page inert', async () => {
    renderInside(<Dialogs />)
    const toast = () => screen.getByText('Deleted.')
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(toast().closest('dialog')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    expect(screen.getByRole('dialog', { name: 'Question' })).toContainElement(toast())
    await userEvent.keyboard('{Escape}')
    expect(screen.getByRole('dialog', { name: 'Form' })).toContainElement(toast())
    expect(toast()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(toast().closest('dialog')).toBeNull()
    expect(toast()).toBeVisible()
  })

  it('keeps its time when dialogs open and close, and is not announced again', async () => {
    const advance = renderInside(<Dialogs />)
    const pass = (ms: number) => act(() => advance(ms))
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    pass(500)
    expect(announced()).toHaveTextContent('Deleted.')
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    expect(announced().closest('dialog')).toBe(screen.getByRole('dialog', { name: 'Question' }))
    expect(announced()).toBeEmptyDOMElement()
    pass(2500)
    await userEvent.keyboard('{Escape}{Escape}')
    expect(announced()).toBeEmptyDOMElement()
    pass(2999)
    expect(screen.getByText('Deleted.')).toBeVisible()
    pass(1)
    expect(screen.queryByText('Deleted.')).toBeNull()
  })

  it('continues its time after a dialog has moved it from under the pointer', async () => {
    const advance = renderInside(<Dialogs />)
    const pass = (ms: number) => act(() => advance(ms))
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await userEvent.tab()
    expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus()
    await userEvent.hover(screen.getByText('Deleted.'))
    pass(60_000)
    expect(screen.getByText('Deleted.')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    pass(6000)
    expect(screen.queryByText('Deleted.')).toBeNull()
  })

  it('shows a toast of a dialog’s action while the dialog closes', async () => {
    function Page() {
      const show = useToast()
      const [open, setOpen] = useState(true)
      const remove = () => {
        show({ message: 'Deleted.' })
        setOpen(false)
      }
      return (
        open && (
          <Dialog title="Delete it?" onClose={() => setOpen(false)}>
            <button type="button" onClick={remove}>
              Delete
            </button>
          </Dialog>
        )
      )
    }
    const advance = renderInside(<Page />)
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(screen.getByText('Deleted.')).toBeVisible()
    expect(announced().closest('dialog')).toBeNull()
    expect(announced()).toBeEmptyDOMElement()
    act(() => advance(100))
    expect(announced()).toHaveTextContent('Deleted.')
  })
})
