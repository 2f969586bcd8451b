import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Pencil } from 'lucide-react'
import { describe, expect, it, vi } from 'vitest'
import { IconButton } from '../../../src/ui/controls/Button'
import { Tooltip, TooltipLayer } from '../../../src/ui/overlay/Tooltip'

function setUp() {
  render(
    <>
      <IconButton label="Edit" icon={Pencil} />
      <Tooltip text="5 % between on and off">hysteresis</Tooltip>
      <TooltipLayer />
    </>,
  )
  return userEvent.setup()
}

describe('TooltipLayer', () => {
  it('shows the text while the pointer is on its element', async () => {
    const user = setUp()
    await user.hover(screen.getByText('hysteresis'))
    expect(screen.getByRole('tooltip')).toHaveTextContent('5 % between on and off')
    expect(screen.getByText('hysteresis')).toHaveAccessibleDescription('5 % between on and off')
    await user.unhover(screen.getByText('hysteresis'))
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
    expect(screen.getByText('hysteresis')).not.toHaveAccessibleDescription()
  })

  it('does not describe a button by its own name', async () => {
    const user = setUp()
    await user.hover(screen.getByRole('button', { name: 'Edit' }))
    expect(screen.getByRole('tooltip')).toHaveTextContent('Edit')
    expect(screen.getByRole('button', { name: 'Edit' })).not.toHaveAccessibleDescription()
  })

  it('appears on keyboard focus and disappears on Escape', async () => {
    const user = setUp()
    // What jsdom answers for :focus-visible depends on what an earlier file of this worker focused; tests/browser/accessibility.test.ts asks Chromium.
    vi.spyOn(screen.getByRole('button', { name: 'Edit' }), 'matches').mockReturnValue(true)
    await user.tab()
    await waitFor(() => expect(screen.getByRole('tooltip')).toHaveTextContent('Edit'))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  })
})
