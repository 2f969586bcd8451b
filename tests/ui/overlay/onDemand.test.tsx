import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Dialog } from '../../../src/ui/overlay/Dialog'
import { dialogOnDemand, onDemand, panelOnDemand } from '../../../src/ui/overlay/onDemand'

interface WindowProps {
  readonly onClose: () => void
}

function Window({ onClose }: WindowProps) {
  return <Dialog title="Export" onClose={onClose} />
}

/** Opens a page with a dialog whose code `load` loads. */
function setUp(load: () => Promise<typeof Window>) {
  const Later = dialogOnDemand(load)
  function Page() {
    const [open, setOpen] = useState(false)
    const [typed, setTyped] = useState('')
    return (
      <>
        <input aria-label="Name" value={typed} onChange={(event) => setTyped(event.target.value)} />
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {open && <Later onClose={() => setOpen(false)} />}
      </>
    )
  }
  render(<Page />)
  return { user: userEvent.setup(), open: screen.getByRole('button', { name: 'Open' }) }
}

describe('a dialog on demand', () => {
  it('is fetched once, when it is first opened', async () => {
    const load = vi.fn(() => Promise.resolve(Window))
    const { user, open } = setUp(load)
    expect(load).not.toHaveBeenCalled()
    await user.click(open)
    await screen.findByRole('dialog', { name: 'Export' })
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(open)
    expect(screen.getByRole('dialog', { name: 'Export' })).toBeVisible()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('reports that its code did not load, keeps what was typed, and loads again by Retry', async () => {
    const load = vi.fn(() => Promise.resolve(Window)).mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const { user, open } = setUp(load)
    await user.type(screen.getByLabelText('Name'), 'Attic')
    await user.click(open)
    expect(await screen.findByRole('alert')).toHaveTextContent('This could not be loaded')
    expect(screen.getByRole('button', { name: 'Retry' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('dialog', { name: 'Export' })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByLabelText('Name')).toHaveValue('Attic')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(open).toHaveFocus()
  })

  it('is abandoned when the message is dismissed, and requested again by the next click', async () => {
    const load = vi.fn(() => Promise.resolve(Window)).mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const { user, open } = setUp(load)
    await user.click(open)
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(open).toHaveFocus()
    await user.click(open)
    await screen.findByRole('dialog', { name: 'Export' })
  })
})

describe('a component that a page loads on demand', () => {
  it('has a placeholder while it loads, and reports a failure there', async () => {
    let fail = (_error: Error) => undefined as void
    const Panel = panelOnDemand(
      () => new Promise<() => string>((_resolve, reject) => (fail = reject)),
      () => 'Waiting',
    )
    const { container } = render(<Panel />)
    expect(container).toHaveTextContent('Waiting')
    fail(new TypeError('Failed to fetch'))
    expect(await screen.findByRole('alert')).toHaveTextContent('This could not be loaded.')
  })

  it('renders its fallback after a failure', async () => {
    const Rows = onDemand<{ readonly count: number }>(() => Promise.reject(new TypeError('Failed to fetch')), {
      Failed: ({ count }) => `All ${count}`,
    })
    render(<Rows count={7} />)
    expect(await screen.findByText('All 7')).toBeVisible()
  })
})
