// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { useRef } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'

beforeEach(() => vi.resetModules())

/** Mounts elements one after another, and returns the widths that each was rendered with. */
async function widthsOf(...clientWidths: readonly number[]) {
  const { useAvailableWidth } = await import('../../../src/ui/environment/useAvailableWidth')
  return clientWidths.map((clientWidth) => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(clientWidth)
    const widths: (number | null)[] = []
    function Page() {
      const element = useRef<HTMLDivElement>(null)
      widths.push(useAvailableWidth(element))
      return <div ref={element} />
    }
    render(<Page />).unmount()
    return widths
  })
}

describe('the width of an element', () => {
  it('is unknown until the first element has been measured, before the paint', async () => {
    expect(await widthsOf(1000)).toEqual([[null, 62.5]])
  })

  it('is the last known one at once for the next element, and corrected where that differs', async () => {
    expect(await widthsOf(1000, 1000, 800)).toEqual([[null, 62.5], [62.5], [62.5, 50]])
  })

  it('is infinite where nothing is laid out', async () => {
    expect(await widthsOf(0)).toEqual([[null, Infinity]])
  })
})
