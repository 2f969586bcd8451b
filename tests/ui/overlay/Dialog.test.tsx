import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ConfirmDialog, type ConfirmDialogProps } from '../../../src/ui/overlay/ConfirmDialog'
import { Dialog } from '../../../src/ui/overlay/Dialog'
import { NoteInput } from '../../../src/ui/controls/NoteInput'

function Page() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Columns
      </button>
      {open && (
        <Dialog onClose={() => setOpen(false)} title="Columns" description="What the list shows">
          <input aria-label="Filter" />
        </Dialog>
      )}
    </>
  )
}

function NoteDialog() {
  const [note, setNote] = useState('')
  return (
    <Dialog onClose={() => undefined} title="Reject">
      <NoteInput value={note} maxLength={100} onChange={setNote} />
    </Dialog>
  )
}

describe('Dialog', () => {
  it('has its title and description and takes the focus into its first field when it opens', async () => {
    render(<Page />)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
    const dialog = screen.getByRole('dialog', { name: 'Columns' })
    expect(dialog).toHaveAccessibleDescription('What the list shows')
    expect(screen.getByLabelText('Filter')).toHaveFocus()
  })

  it.each([
    ['Escape is pressed', () => userEvent.keyboard('{Escape}')],
    ['the cross is pressed', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
    ['the ground outside is clicked', () => userEvent.click(screen.getByRole('dialog'))],
  ])('closes and gives the focus back when %s', async (_how, close) => {
    render(<Page />)
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
    await close()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Columns' })).toHaveFocus()
  })

  it('stays open when a press that begins inside ends outside, as when text is selected', async () => {
    render(<Page />)
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
    const dialog = screen.getByRole('dialog')
    fireEvent.pointerDown(screen.getByLabelText('Filter'))
    fireEvent.pointerUp(dialog)
    // The browser clicks what both have in common.
    fireEvent.click(dialog)
    expect(dialog).toBeInTheDocument()
  })

  it('stays open when its content is clicked', async () => {
    render(<Page />)
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
    await userEvent.click(screen.getByText('What the list shows'))
    expect(screen.getByRole('dialog')).toBeInTheDocument()
  })

  it('asks before it closes when Escape follows the first letter at once', async () => {
    render(<NoteDialog />)
    const note = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })
    // As the browser does, and not as fireEvent, which waits for React's effects.
    note.setRangeText('x')
    note.dispatchEvent(new Event('input', { bubbles: true }))
    await Promise.resolve()
    note.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    expect(await screen.findByRole('alertdialog', { name: 'Discard what you entered?' })).toBeVisible()
  })
})

function confirm(props: Partial<ConfirmDialogProps> = {}) {
  const onConfirm = vi.fn()
  const onCancel = vi.fn()
  render(
    <ConfirmDialog title="Delete Fern house?" confirmLabel="Delete" onConfirm={onConfirm} onCancel={onCancel} {...props}>
      Its 8 sensors are detached.
    </ConfirmDialog>,
  )
  return { onConfirm, onCancel, go: screen.getByRole('button', { name: 'Delete' }) }
}

describe('ConfirmDialog', () => {
  it('says what will happen and focuses the harmless answer', () => {
    confirm()
    expect(screen.getByRole('alertdialog', { name: 'Delete Fern house?' })).toHaveAccessibleDescription(
      'Its 8 sensors are detached.',
    )
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  })

  it('answers once each when its buttons are pressed', async () => {
    const { go, onConfirm, onCancel } = confirm()
    await userEvent.click(go)
    expect(onConfirm).toHaveBeenCalledTimes(1)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onCancel).toHaveBeenCalledTimes(1)
  })

  it('enables its button once the required text is typed', async () => {
    const { go, onConfirm } = confirm({ typed: 'Fern house' })
    const input = screen.getByRole('textbox', { name: 'Type Fern house to confirm' })
    expect(input).toHaveFocus()
    expect(go).toBeDisabled()
    await userEvent.type(input, 'Fern hous{Enter}')
    expect(onConfirm).not.toHaveBeenCalled()
    await userEvent.clear(input)
    await userEvent.type(input, 'fern house')
    expect(go).toBeDisabled()
    await userEvent.clear(input)
    await userEvent.type(input, 'Fern house{Enter}')
    expect(onConfirm).toHaveBeenCalledTimes(1)
  })

  it('takes one space for the blanks of the required text, which the page shows as one', async () => {
    const { go } = confirm({ typed: ' Fern \u00a0 house' })
    await userEvent.type(screen.getByRole('textbox', { name: /^Type Fern/ }), 'Fern house')
    expect(go).toBeEnabled()
  })

  it('cannot be left or repeated while it is busy', async () => {
    const { go, onConfirm, onCancel } = confirm({ busy: true })
    await userEvent.click(go)
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onConfirm).not.toHaveBeenCalled()
    expect(onCancel).not.toHaveBeenCalled()
  })

  it('keeps the focus on the pressed button while it is busy, and can be stopped when the action allows it', async () => {
    const { go, onConfirm, onCancel } = confirm({ busy: true, stoppable: true, cancelLabel: 'Stop' })
    await userEvent.click(go)
    expect(go).toHaveFocus()
    expect(onConfirm).not.toHaveBeenCalled()
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}')
    expect(screen.getByRole('button', { name: 'Stop' })).toHaveFocus()
    expect(onCancel).toHaveBeenCalledTimes(1)
  })

  it('stays and says why when it failed', () => {
    confirm({ error: 'The gateway was changed by someone else' })
    expect(screen.getByRole('alert')).toHaveTextContent('The gateway was changed by someone else')
  })
})
