import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LeaveGuardProvider } from '../../src/app/LeaveGuard'
import { LeaveUpload } from '../../src/areas/gatewayFirmwares/LeaveUpload'
import { useConfirmLeave } from '../../src/ui/overlay/leaveScope'
import { useLeaveGuard } from '../../src/ui/overlay/useLeaveGuard'
import { addressBarOf } from '../support/screens/router'

function Form({ onLeave }: { readonly onLeave: (leave: boolean) => void }) {
  const [text, setText] = useState('')
  const [saved, setSaved] = useState(false)
  useLeaveGuard(text !== '' && !saved)
  const [uploading, setUploading] = useState(false)
  useLeaveGuard(uploading, LeaveUpload)
  const confirmLeave = useConfirmLeave()
  return (
    <>
      <input aria-label="Name" value={text} onChange={(event) => setText(event.target.value)} />
      <button onClick={() => setSaved(true)}>Save</button>
      <button onClick={() => setUploading(true)}>Upload</button>
      <button onClick={() => void confirmLeave().then(onLeave)}>Sign out</button>
    </>
  )
}

/** Opens a form from a list. */
async function open(form = '/form') {
  const answers: boolean[] = []
  const session = { isOver: false }
  const guarded = (
    <LeaveGuardProvider isOver={() => session.isOver}>
      <Form onLeave={(leave) => answers.push(leave)} />
    </LeaveGuardProvider>
  )
  const routes = [
    { path: '/list', element: <p>The list</p> },
    { path: '/form', element: guarded },
    { path: '/ferns/new', element: guarded },
  ]
  const router = createMemoryRouter(routes, { initialEntries: ['/list', form], initialIndex: 1 })
  onTestFinished(() => router.dispose())
  render(<RouterProvider router={router} />)
  return { answers, session, ...addressBarOf(router) }
}

const type = (text: string) => userEvent.type(screen.getByLabelText('Name'), text)
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('LeaveGuard', () => {
  it('does not ask without changes', async () => {
    const { address, go } = await open()
    await go('/list')
    expect(address()).toBe('/list')
  })

  it('asks before changes are lost, and stays on request', async () => {
    const { address, go } = await open()
    await type('x')
    await go('/list')
    expect(screen.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
    expect(address()).toBe('/form')
    await click('Stay')
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(address()).toBe('/form')
  })

  it('does not ask while only the query changes, which leaves the page as it is', async () => {
    const { address, go } = await open()
    await type('x')
    await go('/form?last=30d')
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(address()).toBe('/form?last=30d')
    await go('/list')
    expect(screen.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  })

  it('asks where the query of a new row’s form changes, which opens another form', async () => {
    const { address, go } = await open('/ferns/new?from=1')
    await type('x')
    await go('/ferns/new')
    expect(screen.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
    expect(address()).toBe('/ferns/new?from=1')
  })

  it('leaves on request', async () => {
    const { address, go } = await open()
    await type('x')
    await go('/list')
    await click('Leave')
    expect(address()).toBe('/list')
  })

  it('asks on Back, too', async () => {
    const { address, go } = await open()
    await type('x')
    await go(-1)
    expect(screen.getByRole('alertdialog')).toBeVisible()
    await click('Leave')
    expect(address()).toBe('/list')
  })

  it('is clean again when the typing is reverted', async () => {
    const { address, go } = await open()
    await type('x')
    await userEvent.clear(screen.getByLabelText('Name'))
    await go('/list')
    expect(address()).toBe('/list')
  })

  it('asks about what is still unsaved, and no longer about what was saved', async () => {
    const { go } = await open()
    await click('Upload')
    await type('x')
    await click('Save')
    await go('/list')
    expect(screen.getByRole('alertdialog', { name: 'Leave during the upload?' })).toBeVisible()
  })

  it('lets the user leave at once after a save', async () => {
    const { address, go } = await open()
    await type('x')
    await click('Save')
    await go('/list')
    expect(address()).toBe('/list')
  })

  it('asks before an action that leaves without navigating', async () => {
    const { answers } = await open()
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

  it('does not ask when the session has ended', async () => {
    const { address, go, session } = await open()
    await type('x')
    session.isOver = true
    await go('/list')
    expect(address()).toBe('/list')
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('has the browser ask when the tab is closed with changes', async () => {
    await open()
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(closing()).toBe(false)
    await type('x')
    expect(closing()).toBe(true)
    await click('Save')
    expect(closing()).toBe(false)
  })
})
