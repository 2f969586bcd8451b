import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createBrowserHistory, createMemoryHistory } from 'history'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { createBlocker } from '../../src/app/router/blocker'
import { LeaveGuardProvider, useConfirmLeave } from '../../src/ui/LeaveGuard'
import { useLeaveGuard } from '../../src/ui/useLeaveGuard'

function Form({ onLeave }: { readonly onLeave: (leave: boolean) => void }) {
  const [text, setText] = useState('')
  const release = useLeaveGuard(text !== '')
  const confirmLeave = useConfirmLeave()
  return (
    <>
      <input aria-label="Name" value={text} onChange={(event) => setText(event.target.value)} />
      <button onClick={release}>Save</button>
      <button onClick={() => void confirmLeave().then(onLeave)}>Sign out</button>
    </>
  )
}

function open() {
  const history = createMemoryHistory({ initialEntries: ['/list', '/form'], initialIndex: 1 })
  const blocker = createBlocker(history)
  const answers: boolean[] = []
  const view = render(
    <LeaveGuardProvider block={blocker.block}>
      <Form onLeave={(leave) => answers.push(leave)} />
    </LeaveGuardProvider>,
  )
  const go = (to: string) => act(() => history.push(to))
  return { history, blocker, answers, go, ...view }
}

const type = (text: string) => userEvent.type(screen.getByLabelText('Name'), text)
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('LeaveGuard', () => {
  it('lets a clean page go', () => {
    const { history, go } = open()
    go('/list')
    expect(history.location.pathname).toBe('/list')
  })

  it('asks before changes are left, and stays when told to', async () => {
    const { history, go } = open()
    await type('x')
    go('/list')
    expect(screen.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
    expect(history.location.pathname).toBe('/form')
    await click('Stay')
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(history.location.pathname).toBe('/form')
  })

  it('leaves when told to', async () => {
    const { history, go } = open()
    await type('x')
    go('/list')
    await click('Leave')
    expect(history.location.pathname).toBe('/list')
  })

  it('asks on the way back, too', async () => {
    const { history } = open()
    await type('x')
    act(() => history.back())
    expect(screen.getByRole('alertdialog')).toBeVisible()
    await click('Leave')
    expect(history.location.pathname).toBe('/list')
  })

  it('is clean again when what was typed is taken back', async () => {
    const { history, go } = open()
    await type('x')
    await userEvent.clear(screen.getByLabelText('Name'))
    go('/list')
    expect(history.location.pathname).toBe('/list')
  })

  it('stands back at once after a save', async () => {
    const { history, go } = open()
    await type('x')
    await click('Save')
    go('/list')
    expect(history.location.pathname).toBe('/list')
  })

  it('asks for what leaves without navigating', async () => {
    const { answers } = open()
    await click('Sign out')
    expect(answers).toEqual([true])
    await type('x')
    await click('Sign out')
    await click('Stay')
    expect(answers).toEqual([true, false])
    await click('Sign out')
    await click('Leave')
    expect(answers).toEqual([true, false, true])
  })

  it('does not hold back who is sent away because the session is over', async () => {
    const { history, blocker } = open()
    await type('x')
    act(() => blocker.pass(() => history.replace('/sign-in')))
    expect(history.location.pathname).toBe('/sign-in')
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('has the browser ask when the tab is closed with changes', async () => {
    const { block } = createBlocker(createBrowserHistory({ window }))
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    render(
      <LeaveGuardProvider block={block}>
        <Form onLeave={() => undefined} />
      </LeaveGuardProvider>,
    )
    expect(closing()).toBe(false)
    await type('x')
    expect(closing()).toBe(true)
    await click('Save')
    expect(closing()).toBe(false)
  })
})
