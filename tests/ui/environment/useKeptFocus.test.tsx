import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { useKeptFocus } from '../../../src/ui/environment/useKeptFocus'

function Page({ shown }: { readonly shown: boolean }) {
  useKeptFocus()
  return (
    <main>
      <h1>Ada</h1>
      {shown && <button type="button">Deactivate</button>}
      <section>
        <h2>Sessions</h2>
        <ul>
          {shown && (
            <li>
              <button type="button">End</button>
            </li>
          )}
        </ul>
      </section>
      <section>
        <h2>History</h2>
      </section>
      {shown && <button type="button">Show earlier</button>}
      <dialog open>
        <h2>Notifications</h2>
        {shown && <button type="button">Undo</button>}
        <section className="toasts" aria-label="Notifications">
          {shown && <button type="button">Dismiss</button>}
        </section>
      </dialog>
    </main>
  )
}

function setUp() {
  const { rerender } = render(<Page shown />)
  return { user: userEvent.setup(), remove: () => rerender(<Page shown={false} />) }
}
const heading = (name: string) => screen.getByRole('heading', { name })

describe('the focus of an element that is removed', () => {
  it('goes to the heading of its section', async () => {
    const { user, remove } = setUp()
    await user.click(screen.getByRole('button', { name: 'End' }))
    remove()
    await waitFor(() => expect(heading('Sessions')).toHaveFocus())
  })

  it('goes to the heading of the page outside of sections', async () => {
    const { user, remove } = setUp()
    await user.click(screen.getByRole('button', { name: 'Deactivate' }))
    remove()
    await waitFor(() => expect(heading('Ada')).toHaveFocus())
  })

  it('goes to the heading of the section before it outside of sections', async () => {
    const { user, remove } = setUp()
    await user.click(screen.getByRole('button', { name: 'Show earlier' }))
    remove()
    await waitFor(() => expect(heading('History')).toHaveFocus())
  })

  it.each(['Undo', 'Dismiss'])('goes to the title of its dialog, also that of a toast in it: %s', async (name) => {
    const { user, remove } = setUp()
    await user.click(screen.getByRole('button', { name }))
    remove()
    await waitFor(() => expect(heading('Notifications')).toHaveFocus())
  })

  it('goes nowhere when the user had left the element', async () => {
    const { user, remove } = setUp()
    await user.click(screen.getByRole('button', { name: 'End' }))
    await user.click(heading('Ada'))
    expect(document.body).toHaveFocus()
    remove()
    await Promise.resolve()
    expect(document.body).toHaveFocus()
  })
})
