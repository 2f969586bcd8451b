import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { Pencil } from 'lucide-react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { IconButton } from '../../../src/ui/controls/Button'
import { EnvironmentProvider } from '../../../src/ui/environment/Environment'
import { TooltipLayer } from '../../../src/ui/overlay/Tooltip'
import { manualEnvironment } from '../../support/screens/environment'

function setUp() {
  const { environment, advance } = manualEnvironment(0)
  const page = (time: string | null) => (
    <EnvironmentProvider value={environment}>
      <IconButton label="Edit" icon={Pencil} />
      <button type="button" data-tip="5 % between on and off">
        hysteresis
      </button>
      {time !== null && <time data-tip="20 Nov 2026, 08:15">{time}</time>}
      <TooltipLayer />
    </EnvironmentProvider>
  )
  const { rerender } = render(page('yesterday'))
  return { user: userEvent.setup(), rest: (ms = 300) => act(() => advance(ms)), removeTime: () => rerender(page(null)) }
}

/** Moves the pointer on the tooltip, over what lies below it: jsdom lays nothing out. */
function moveOver(below: Element) {
  const tip = screen.getByRole('tooltip')
  document.elementsFromPoint = () => [tip, below, document.body]
  fireEvent.pointerMove(tip)
}

/** Taps as a browser does; user-event's click has no `pointerType`. */
async function tap(user: UserEvent, target: Element) {
  await user.pointer({ keys: '[TouchA]', target })
  fireEvent(target, new PointerEvent('click', { bubbles: true, pointerType: 'touch' }))
}

afterEach(() => Reflect.deleteProperty(document, 'elementsFromPoint'))

describe('TooltipLayer', () => {
  it('shows the text while the pointer is on its element', async () => {
    const { user, rest } = setUp()
    await user.hover(screen.getByText('hysteresis'))
    rest()
    expect(screen.getByRole('tooltip')).toHaveTextContent('5 % between on and off')
    expect(screen.getByText('hysteresis')).toHaveAccessibleDescription('5 % between on and off')
    await user.unhover(screen.getByText('hysteresis'))
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
    expect(screen.getByText('hysteresis')).not.toHaveAccessibleDescription()
  })

  it('stays while the pointer is on it, and closes once the pointer has left both', async () => {
    const { user, rest } = setUp()
    const source = screen.getByText('hysteresis')
    await user.hover(source)
    rest()
    const tip = screen.getByRole('tooltip')
    fireEvent.pointerOut(source, { relatedTarget: tip })
    fireEvent.pointerOut(tip, { relatedTarget: source })
    fireEvent.pointerOver(source, { relatedTarget: tip })
    fireEvent.pointerOut(source, { relatedTarget: tip })
    expect(tip).toBeVisible()
    fireEvent.pointerOut(tip, { relatedTarget: document.body })
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  })

  it('gives way to another control that it covers, and to nothing else', async () => {
    const { user, rest } = setUp()
    const source = screen.getByRole('button', { name: 'Edit' })
    await user.hover(source)
    rest()
    moveOver(document.body)
    moveOver(source)
    expect(screen.getByRole('tooltip')).toBeVisible()
    moveOver(screen.getByText('hysteresis'))
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  })

  it('disappears with its element', async () => {
    const { user, rest, removeTime } = setUp()
    await user.hover(screen.getByText('yesterday'))
    rest()
    expect(screen.getByRole('tooltip')).toBeVisible()
    removeTime()
    fireEvent.pointerOver(document.body)
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  })

  it('opens by a tap on what is no control, and closes by the next one', async () => {
    const { user, rest } = setUp()
    await tap(user, screen.getByText('yesterday'))
    rest()
    expect(screen.getByRole('tooltip')).toHaveTextContent('20 Nov 2026, 08:15')
    await tap(user, screen.getByText('hysteresis'))
    rest()
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  })

  it('opens after a press only once the pointer has left its element', async () => {
    const { user, rest } = setUp()
    const button = screen.getByRole('button', { name: 'Edit' })
    await user.click(button)
    fireEvent.pointerOut(button, { relatedTarget: button.firstElementChild })
    fireEvent.pointerOver(button.firstElementChild ?? button, { relatedTarget: button })
    rest()
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
    await user.unhover(button)
    await user.hover(button)
    rest()
    expect(screen.getByRole('tooltip')).toHaveTextContent('Edit')
  })

  it('does not describe an element by the words that it shows', async () => {
    const { user } = setUp()
    const source = screen.getByText('hysteresis')
    source.dataset['tip'] = 'hysteresis'
    await user.hover(source)
    expect(source).not.toHaveAttribute('aria-describedby')
  })

  it('does not open for a pointer that presses or leaves before it rests', async () => {
    const { user, rest } = setUp()
    const button = screen.getByRole('button', { name: 'Edit' })
    await user.hover(button)
    rest(299)
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
    await user.click(button)
    rest()
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
    await user.hover(screen.getByText('hysteresis'))
    await user.unhover(screen.getByText('hysteresis'))
    rest()
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  })

  it('does not describe a button by its own name', async () => {
    const { user, rest } = setUp()
    await user.hover(screen.getByRole('button', { name: 'Edit' }))
    rest()
    expect(screen.getByRole('tooltip')).toHaveTextContent('Edit')
    expect(screen.getByRole('button', { name: 'Edit' })).not.toHaveAccessibleDescription()
  })

  it('appears on keyboard focus and disappears on Escape', async () => {
    const { user, rest } = setUp()
    // What jsdom answers for :focus-visible depends on what an earlier file of this worker focused; tests/browser/accessibility.test.ts asks Chromium.
    vi.spyOn(screen.getByRole('button', { name: 'Edit' }), 'matches').mockReturnValue(true)
    await user.tab()
    rest()
    expect(screen.getByRole('tooltip')).toHaveTextContent('Edit')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  })
})
