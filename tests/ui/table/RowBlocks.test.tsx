import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AbsentRows } from '../../../src/ui/table/AbsentRows'
import { RowBlocks } from '../../../src/ui/table/RowBlocks'

/** The blocks near the window: jsdom has no layout. */
const near = new Map<Element, (isNear: boolean) => void>()
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: (entries: readonly { readonly isIntersecting: boolean }[]) => void
      constructor(tell: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
        this.tell = tell
      }
      observe(element: Element) {
        near.set(element, (isIntersecting) => this.tell([{ isIntersecting }]))
      }
      disconnect() {
        near.clear()
      }
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => (
    <tr key={`r${at}`} data-row={`r${at}`}>
      <td>
        <a href={`#${at}`}>Row {at}</a>
        <button type="button">Actions for {at}</button>
      </td>
    </tr>
  ))
function setUp(count: number) {
  render(
    <table>
      <RowBlocks>{rowsOf(count)}</RowBlocks>
    </table>,
  )
}
const drawn = () => screen.queryAllByRole('link').map((link) => link.textContent)
const block = (at: number) => document.querySelectorAll('tbody')[at] as HTMLElement
const come = (at: number, isNear: boolean) => act(() => near.get(block(at))?.(isNear))

describe('the rows of a long table', () => {
  it('are rendered only near the window, and the others leave their space', () => {
    setUp(200)
    expect(drawn()).toHaveLength(20)
    come(7, true)
    expect(drawn()).toContain('Row 75')
    come(0, false)
    expect(drawn()).not.toContain('Row 5')
    expect(document.querySelectorAll('tbody')).toHaveLength(20)
  })

  it('stay as long as one of them has the focus', () => {
    setUp(100)
    act(() => screen.getByRole('link', { name: 'Row 3' }).focus())
    come(0, false)
    expect(screen.getByRole('link', { name: 'Row 3' })).toHaveFocus()
  })

  it.each([3, 34])('keep the focus that row %i had while their code loaded, and take it from no other element', (at) => {
    const rows = rowsOf(100)
    const table = (body: ReactNode) => (
      <>
        <input aria-label="Search" />
        <table>{body}</table>
      </>
    )
    const { rerender } = render(table(<tbody>{rows.slice(0, 40)}</tbody>))
    act(() => screen.getByRole('button', { name: `Actions for ${at}` }).focus())
    rerender(table(<RowBlocks>{rows}</RowBlocks>))
    expect(screen.getByRole('button', { name: `Actions for ${at}` })).toHaveFocus()
    rerender(table(<tbody>{rows.slice(0, 40)}</tbody>))
    act(() => screen.getByRole('textbox', { name: 'Search' }).focus())
    rerender(table(<RowBlocks>{rows}</RowBlocks>))
    expect(screen.getByRole('textbox', { name: 'Search' })).toHaveFocus()
  })

  it('focus the row that was requested while their code loaded', () => {
    const rows = rowsOf(100)
    const { rerender } = render(
      <table>
        <AbsentRows rows={rows} />
      </table>,
    )
    block(0).dataset['wanted'] = 'r64'
    rerender(
      <table>
        <RowBlocks>{rows}</RowBlocks>
      </table>,
    )
    expect(screen.getByRole('link', { name: 'Row 64' })).toHaveFocus()
  })

  it('focus the row that was requested before it was rendered', () => {
    setUp(100)
    block(6).dataset['wanted'] = 'r64'
    come(6, true)
    expect(screen.getByRole('link', { name: 'Row 64' })).toHaveFocus()
  })

  it('are all rendered when the page is printed', () => {
    setUp(130)
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(drawn()).toHaveLength(130)
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(drawn()).toHaveLength(20)
  })
})
