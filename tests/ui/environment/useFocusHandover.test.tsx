import { render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useFocusHandover } from '../../../src/ui/environment/useFocusHandover'

afterEach(() => vi.unstubAllGlobals())

function Bar() {
  return (
    <div ref={useFocusHandover('input')}>
      <button type="button">Clear</button>
    </div>
  )
}

const page = (shown: boolean) => (
  <main>
    <input aria-label="Search" />
    <button type="button">Other</button>
    {shown && <Bar />}
  </main>
)

/** Removes the bar while this button has the focus. */
function removeWhileFocused(name: string) {
  const { rerender } = render(page(true))
  screen.getByRole('button', { name }).focus()
  rerender(page(false))
}

describe('the focus in an element that is removed', () => {
  it('goes to the next element', () => {
    removeWhileFocused('Clear')
    expect(screen.getByLabelText('Search')).toHaveFocus()
  })

  it('goes nowhere on a touch screen, whose keyboard would open', () => {
    vi.stubGlobal('matchMedia', (media: string) => ({ matches: media === '(pointer: coarse)' }))
    removeWhileFocused('Clear')
    expect(screen.getByLabelText('Search')).not.toHaveFocus()
  })

  it('stays where it is outside that element', () => {
    removeWhileFocused('Other')
    expect(screen.getByRole('button', { name: 'Other' })).toHaveFocus()
  })
})
