// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useAvailableWidth } from '../../../src/ui/environment/useAvailableWidth'

afterEach(() => vi.restoreAllMocks())

/** Mounts an element, and returns the widths that it was rendered with. */
function widthsAt(clientWidth: number) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(clientWidth)
  const widths: (number | null)[] = []
  function Page() {
    const element = useRef<HTMLDivElement>(null)
    widths.push(useAvailableWidth(element))
    return <div ref={element} />
  }
  render(<Page />).unmount()
  return [...new Set(widths)]
}

describe('the width of an element', () => {
  it('is measured before the paint', () => {
    expect(widthsAt(1000).at(-1)).toBe(62.5)
  })

  it('is the last known one at once for the next element, and corrected where that differs', () => {
    widthsAt(1000)
    expect(widthsAt(1000)).toEqual([62.5])
    expect(widthsAt(800)).toEqual([62.5, 50])
  })

  it('has fewer rem where the user chose a larger text', () => {
    document.documentElement.style.fontSize = '32px'
    expect(widthsAt(1000).at(-1)).toBe(31.25)
    document.documentElement.style.fontSize = ''
  })

  it('is infinite where nothing is laid out', () => {
    expect(widthsAt(0).at(-1)).toBe(Infinity)
  })
})
