import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { authMachine } from '../../../machines/authMachine'
import { manyRowsMachine } from '../../../machines/manyRowsMachine'
import { uploadMachine } from '../../../machines/uploadMachine'
import { loadChart } from '../../../src/app/inspector/chart'
import { Inspector } from '../../../src/app/inspector/Inspector'
import { open as record } from '../../../src/app/inspector/recorder'
import { createVirtualClock } from '../../support/session/virtualClock'
import { createAir } from './channel'

const signIn = { type: 'signIn', email: 'ada@example.com', password: 'correct horse', remember: true } as const

/** Opens an inspector, and pages of the console to inspect. */
function open(listens = true) {
  const air = createAir()
  const clock = createVirtualClock()
  const copied: string[] = []
  const copy = (text: string) => Promise.resolve(void copied.push(text))

  function openTab(title: string) {
    const window = Object.assign(new EventTarget(), { document: { title: `${title} · Frond` } }) as unknown as Window
    const channel = air.open()
    const inspect = record({ channel, clock, window, listens })
    const actor = createActor(authMachine, { clock: new SimulatedClock(), inspect }).start()
    return {
      actor,
      inspect,
      send: (event: Parameters<typeof actor.send>[0]) => act(() => actor.send(event)),
      close: () => act(() => window.dispatchEvent(new Event('pagehide'))),
      crash: () => channel.close(),
    }
  }
  const show = () => render(<Inspector channel={air.open()} clock={clock} copy={copy} />)
  return { clock, copied, openTab, show }
}

let chart: Awaited<ReturnType<typeof loadChart>>
// A chart that was fetched before shows at once.
beforeAll(async () => {
  ;[chart] = (await Promise.all(['auth', 'manyRows', 'upload', 'alert'].map(loadChart))) as [typeof chart]
})

const now = () => within(screen.getByRole('region', { name: 'Details' })).getByRole('heading', { level: 2 }).textContent
const drawing = () => screen.getByRole('img', { name: /is active/ })
const drawn = () => drawing().getAttribute('aria-label')
const tab = (name: RegExp) => within(screen.getByRole('navigation', { name: 'Machines' })).getByRole('button', { name })

describe('the inspector', () => {
  it('says what to do when no tab is open', () => {
    open().show()
    expect(screen.getByText(/No tab of the console is open/)).toBeVisible()
  })

  it('draws every state and every transition, and where the session is', () => {
    const { openTab, show } = open()
    openTab('Sign in')
    show()
    expect(drawn()).toBe('guest.noToken is active, after start')
    for (const { label } of chart.states) expect(within(drawing()).getAllByText(label).length).toBeGreaterThan(0)
    expect(drawing().querySelectorAll('path[d^=M]:not(marker path)')).toHaveLength(chart.arrows.length)
  })

  it('follows a tab that was opened before it, and one that is opened after', () => {
    const { openTab, show } = open()
    const before = openTab('Sign in')
    show()
    before.send(signIn)
    expect([now(), drawn()]).toEqual(['guest.signingIn', 'guest.signingIn is active, after signIn'])
    let after = before
    act(() => {
      after = openTab('Sign up')
    })
    expect(tab(/Sign up/)).toBeVisible()
    after.send({ type: 'forgotPassword', email: 'ada@example.com' })
    expect(tab(/Sign up guest\.requestingReset/)).toBeVisible()
  })

  it('steps back and forth by buttons and arrow keys without changing the session', async () => {
    const { openTab, show } = open()
    const { actor, send } = openTab('Sign in')
    show()
    send(signIn)
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: /Back/ }))
    expect(now()).toBe('guest.noToken')
    expect(actor.getSnapshot().value).toEqual({ guest: 'signingIn' })
    await user.keyboard('{ArrowRight}')
    expect(now()).toBe('guest.signingIn')
    await user.keyboard('{ArrowLeft}')
    expect(now()).toBe('guest.noToken')
    send({ type: 'cancel' })
    expect(now(), 'what happens meanwhile does not move the picture').toBe('guest.noToken')
    await user.click(screen.getByRole('button', { name: 'Live' }))
    expect(screen.getByRole('heading', { level: 3, name: 'Last step: cancel' })).toBeVisible()
  })

  it('lists no transition as possible whose event an inner state ignores, and offers each event once', () => {
    const { openTab, show } = open()
    const { send } = openTab('Sign in')
    show()
    send(signIn)
    const next = within(screen.getByRole('heading', { name: 'Possible next' }).nextElementSibling as HTMLElement)
    const synced = next.getAllByRole('listitem').filter((item) => item.textContent.includes('sync '))
    expect(synced.map((item) => item.textContent)).toEqual([expect.stringContaining('stays in guest.signingIn')])
    expect(next.getAllByRole('button', { name: /sync/ })).toHaveLength(1)
  })

  it('walks the log by up and down, and moves the focus along', async () => {
    const { openTab, show } = open()
    const { send } = openTab('Sign in')
    show()
    send(signIn)
    send({ type: 'cancel' })
    const log = screen.getByRole('region', { name: 'Event log' })
    const entries = within(log).getAllByRole('button')
    expect(entries.map(({ textContent }) => textContent.replace(/^[\d:.]+ /, ''))).toEqual([
      'start → noToken',
      'signIn → signingIn',
      'cancel → noToken',
    ])
    act(() => entries[2]?.focus())
    await userEvent.setup().keyboard('{ArrowUp}')
    expect(now()).toBe('guest.signingIn')
    expect(entries[1]).toHaveFocus()
    expect(entries[1]).toHaveAttribute('aria-current', 'step')
  })

  it('says of each step what it was for, and marks an event that caused no transition', () => {
    const { openTab, show } = open()
    const { send } = openTab('Sign in')
    show()
    send(signIn)
    const details = screen.getByRole('region', { name: 'Details' })
    expect(details).toHaveTextContent('The server checks email and password.')
    expect(details).toHaveTextContent('The user submits the sign-in form.')
    send({ type: 'signOut' })
    expect(details).toHaveTextContent('No transition: the state stays as it is.')
    expect(screen.getByText('ignored')).toBeVisible()
  })

  it('sends the session a possible event', async () => {
    const { openTab, show } = open()
    const { actor, send } = openTab('Sign in')
    show()
    send(signIn)
    await userEvent.setup().click(screen.getByRole('button', { name: 'Send cancel' }))
    expect(actor.getSnapshot().value).toEqual({ guest: 'noToken' })
    expect(now()).toBe('guest.noToken')
  })

  it('offers no events in a read-only tab, nor at a past step', async () => {
    const quiet = open(false)
    quiet.openTab('Sign in')
    const shown = quiet.show()
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
    shown.unmount()
    const { openTab, show } = open()
    const { send } = openTab('Sign in')
    show()
    send(signIn)
    await userEvent.setup().keyboard('{ArrowLeft}')
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
  })

  it('greys only a tab that has stopped reporting', async () => {
    const { openTab, show, clock } = open()
    const { crash } = openTab('Sign in')
    openTab('Sign up')
    show()
    crash()
    await act(() => clock.advance(10_000))
    expect(tab(/Sign in guest\.noToken closed/)).toBeVisible()
    expect(tab(/Sign up guest\.noToken open/)).toBeVisible()
  })

  it('greys a closed tab, and keeps its steps', async () => {
    const { openTab, show } = open()
    const { send, close } = openTab('Sign in')
    show()
    send(signIn)
    void close()
    expect(tab(/Sign in guest\.signingIn closed/)).toBeVisible()
    expect(screen.getByText('0 open')).toBeVisible()
    await userEvent.setup().click(tab(/Sign in/))
    expect(now()).toBe('guest.signingIn')
    expect(screen.getByRole('button', { name: 'Live' })).toBeDisabled()
  })

  it('stays with a closed tab at its last step, while another one is open', async () => {
    const { openTab, show } = open()
    openTab('Dashboard')
    const { send, close } = openTab('Sign in')
    show()
    send(signIn)
    void close()
    const user = userEvent.setup()
    await user.click(tab(/Sign in/))
    await user.keyboard('{ArrowLeft}')
    expect(now()).toBe('guest.noToken')
    for (const key of ['{ArrowRight}', '{ArrowRight}', '{End}']) {
      await user.keyboard(key)
      expect(now()).toBe('guest.signingIn')
    }
  })

  it('copies the machine, its definition and the log', async () => {
    const { openTab, show, copied } = open()
    openTab('Sign in').send(signIn)
    show()
    const user = userEvent.setup()
    for (const name of ['Copy machine', 'Copy for the visualizer', 'Copy JSON', 'Copy log']) {
      const before = copied.length
      await user.click(screen.getByRole('button', { name }))
      await vi.waitFor(() => expect(copied).toHaveLength(before + 1))
    }
    expect(copied[0]).toContain('export const authMachine = setup(')
    expect(copied[1]).toContain("import { createMachine } from 'xstate'")
    expect(JSON.parse(copied[2] ?? '')).toMatchObject({ id: 'auth' })
    expect(JSON.parse(copied[3] ?? '')).toMatchObject({
      page: { title: 'Sign in · Frond' },
      machine: 'auth',
      entries: [{ n: 0 }, { event: 'signIn' }],
    })
    expect(screen.getByRole('status')).toHaveTextContent('Copied')
  })

  it('shows each machine that a tab runs: its own chart, steps and log', async () => {
    const { openTab, show } = open()
    const { inspect } = openTab('Gateway firmwares')
    show()
    act(() => {
      const upload = createActor(uploadMachine, { inspect }).start()
      upload.send({ type: 'choose', file: new File(['x'], 'firmware.bin') })
      createActor(manyRowsMachine, { inspect, input: { count: 2, rows: [] } })
        .start()
        .send({ type: 'close' })
    })
    expect(now(), 'the session stays in sight').toBe('guest.noToken')
    const user = userEvent.setup()
    await user.click(tab(/^upload hashing/))
    expect(drawn()).toBe('hashing is active, after choose')
    expect(screen.getByRole('region', { name: 'Chart of the upload' })).toBeVisible()
    expect(screen.getByRole('region', { name: 'Details' })).toHaveTextContent(
      'The browser reads the file and computes its checksum.',
    )
    expect(within(screen.getByRole('region', { name: 'Event log' })).getAllByRole('button')).toHaveLength(2)
    await user.click(tab(/^many rows closed ended/))
    expect(screen.getByRole('heading', { level: 3, name: 'Ended' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
  })

  it('sends the selected machine a possible event', async () => {
    const { openTab, show } = open()
    const { inspect, actor } = openTab('Gateway firmwares')
    show()
    const upload = createActor(uploadMachine, { inspect })
    act(() => upload.start().send({ type: 'choose', file: new File(['x'], 'firmware.bin') }))
    const user = userEvent.setup()
    await user.click(tab(/^upload/))
    await user.click(screen.getByRole('button', { name: 'Send cancel' }))
    expect(now()).toBe('idle')
    expect(actor.getSnapshot().value).toEqual({ guest: 'noToken' })
  })

  it('draws machines that no tab runs, without a log', async () => {
    const { show, copied } = open()
    show()
    const user = userEvent.setup()
    await user.tab()
    screen.getByRole('button', { name: 'alert' }).focus()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('region', { name: 'Details' })).toHaveTextContent('An alert, from the moment its rule raises it')
    expect(now()).toBe('open')
    expect(screen.queryByRole('region', { name: 'Event log' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Copy machine' }))
    await vi.waitFor(() => expect(copied[0]).toContain('export const alertMachine = setup('))
  })
})
