import { render, screen } from '@testing-library/react'
import { createPortal } from 'react-dom'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../src/ui/overlay/Menu'

function setUp() {
  const onEdit = vi.fn()
  render(
    <Menu label="Actions of Fern house">
      <MenuLabel>admin@example.com</MenuLabel>
      <MenuItem href="/pages/gateways/1">Open</MenuItem>
      <MenuItem onSelect={onEdit}>Edit</MenuItem>
      <MenuSeparator />
      <MenuItem>Delete</MenuItem>
      <MenuItem checked>Compact</MenuItem>
    </Menu>,
  )
  return { user: userEvent.setup(), onEdit, button: screen.getByRole('button', { name: 'Actions of Fern house' }) }
}

describe('Menu', () => {
  it('opens on a click with the focus on its first item', async () => {
    const { user, button } = setUp()
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
    await user.click(button)
    expect(screen.getByRole('menu', { name: 'Actions of Fern house' })).toBeVisible()
    expect(screen.getByRole('menuitem', { name: 'Open' })).toHaveFocus()
  })

  it('moves by arrows, Home, End and first letters, and wraps around', async () => {
    const { user, button } = setUp()
    button.focus()
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('menuitem', { name: 'Open' })).toHaveFocus()
    await user.keyboard('{ArrowUp}')
    expect(screen.getByRole('menuitemcheckbox', { name: 'Compact', checked: true })).toHaveFocus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus()
    await user.keyboard('{End}')
    expect(screen.getByRole('menuitemcheckbox', { name: 'Compact' })).toHaveFocus()
    await user.keyboard('{Home}')
    expect(screen.getByRole('menuitem', { name: 'Open' })).toHaveFocus()
    await user.keyboard('d')
    expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus()
  })

  it('leaves the keys of a dialog that an item opened to it', async () => {
    const user = userEvent.setup()
    render(
      <Menu label="More">
        <MenuItem>Import</MenuItem>
        <MenuItem>Export</MenuItem>
        {createPortal(<input aria-label="Rows" />, document.body)}
      </Menu>,
    )
    await user.click(screen.getByRole('button', { name: 'More' }))
    const rows = screen.getByRole('textbox', { name: 'Rows' })
    await user.type(rows, 'tie{Home}{ArrowDown}x')
    expect(rows).toHaveValue('xtie')
    expect(rows).toHaveFocus()
  })

  it('runs the chosen item and closes', async () => {
    const { user, button, onEdit } = setUp()
    await user.click(button)
    await user.keyboard('{ArrowDown}{Enter}')
    expect(onEdit).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  })

  it('restores the focus when Escape closes it', async () => {
    const { user, button } = setUp()
    await user.click(button)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
    expect(button).toHaveFocus()
  })

  it('closes when the page is clicked', async () => {
    const { user, button } = setUp()
    await user.click(button)
    await user.click(document.body)
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  })
})
