import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { LeaveGuardContext } from '../../../src/ui/overlay/leaveScope'
import { OnceDialog } from '../../../src/ui/overlay/OnceDialog'

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

function open() {
  const onClose = vi.fn()
  render(
    <OnceDialog title="Key of Attic" done="Done" onClose={onClose}>
      fgk_1
    </OnceDialog>,
  )
  return onClose
}

describe('OnceDialog', () => {
  it('closes at once by its own button', async () => {
    const onClose = open()
    await press('Done')
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['Escape is pressed', () => userEvent.keyboard('{Escape}')],
    ['the cross is pressed', () => press('Close')],
    ['the ground outside is clicked', () => userEvent.click(screen.getByRole('dialog'))],
  ])('asks before it closes when %s', async (_how, close) => {
    const onClose = open()
    await close()
    expect(screen.getByRole('alertdialog', { name: 'Did you keep a copy?' })).toHaveAccessibleDescription(
      'What the dialog shows cannot be shown again.',
    )
    await press('Go back')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(onClose).not.toHaveBeenCalled()
    await close()
    await press('Close anyway')
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('asks before the page is left, until it is closed', () => {
    const release = vi.fn()
    const hold = vi.fn(() => release)
    const { unmount } = render(
      <LeaveGuardContext value={{ hold, confirm: () => Promise.resolve(true) }}>
        <OnceDialog title="Key of Attic" done="Done" onClose={vi.fn()} />
      </LeaveGuardContext>,
    )
    const held = () => hold.mock.calls.length - release.mock.calls.length
    expect(held()).toBe(1)
    unmount()
    expect(held()).toBe(0)
  })
})
