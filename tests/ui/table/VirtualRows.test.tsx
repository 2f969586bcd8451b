import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AbsentRows, requestRow } from '../../../src/ui/table/AbsentRows'
import { VirtualRows } from '../../../src/ui/table/VirtualRows'

// jsdom has no layout: each row is 50 pixels high, and the window shows 600.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50)
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  vi.stubGlobal('innerHeight', 600)
  scrollTo(0)
  return () => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  }
})
const scrollTo = (top: number) =>
  act(() => {
    vi.stubGlobal('scrollY', top)
    window.dispatchEvent(new Event('scroll'))
  })

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => (
    <tr key={`r${at}`} data-row={`r${at}`} data-index={at}>
      <td>
        <a href={`#${at}`}>Row {at}</a>
        <button type="button">Actions for {at}</button>
      </td>
    </tr>
  ))
function setUp(count: number) {
  return render(
    <table>
      <VirtualRows wide={false}>{rowsOf(count)}</VirtualRows>
    </table>,
  ).container
}
const drawn = () => screen.queryAllByRole('link').map((link) => link.textContent)

describe('the rows of a long table', () => {
  it('are rendered only near the window, and the others leave their space', () => {
    const container = setUp(200)
    const height = () =>
      [...container.querySelectorAll('tr')].reduce(
        (sum, row) => sum + (row.dataset['row'] === undefined ? Number.parseFloat(row.cells[0]?.style.height ?? '') : 50),
        0,
      )
    expect(drawn()).toContain('Row 11')
    expect(drawn().length).toBeLessThan(30)
    const before = height()
    scrollTo(5000)
    expect(drawn()).toContain('Row 105')
    expect(drawn()).not.toContain('Row 5')
    expect(drawn().length).toBeLessThan(30)
    // Rows that were measured are higher than estimated.
    expect(height()).toBeGreaterThanOrEqual(before)
    expect(height()).toBeLessThanOrEqual(200 * 50)
  })

  it('stay while one of them has the focus', () => {
    setUp(100)
    act(() => screen.getByRole('link', { name: 'Row 3' }).focus())
    scrollTo(4000)
    expect(screen.getByRole('link', { name: 'Row 3' })).toHaveFocus()
    expect(drawn()).not.toContain('Row 4')
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
    rerender(table(<VirtualRows wide={false}>{rows}</VirtualRows>))
    expect(screen.getByRole('button', { name: `Actions for ${at}` })).toHaveFocus()
    rerender(table(<tbody>{rows.slice(0, 40)}</tbody>))
    act(() => screen.getByRole('textbox', { name: 'Search' }).focus())
    rerender(table(<VirtualRows wide={false}>{rows}</VirtualRows>))
    expect(screen.getByRole('textbox', { name: 'Search' })).toHaveFocus()
  })

  it('focus the row that was requested while their code loaded', () => {
    const rows = rowsOf(100)
    const { rerender, container } = render(
      <table>
        <AbsentRows count={100} />
      </table>,
    )
    requestRow(container, 'r64')
    rerender(
      <table>
        <VirtualRows wide={false}>{rows}</VirtualRows>
      </table>,
    )
    expect(screen.getByRole('link', { name: 'Row 64' })).toHaveFocus()
  })

  it('focus the row that was requested before it was rendered', () => {
    const container = setUp(100)
    expect(drawn()).not.toContain('Row 64')
    act(() => requestRow(container, 'r64'))
    expect(screen.getByRole('link', { name: 'Row 64' })).toHaveFocus()
  })

  it('are all rendered when the page is printed', () => {
    setUp(130)
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(drawn()).toHaveLength(130)
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(drawn().length).toBeLessThan(30)
  })

  it('are those in sight of a frame that scrolls itself', () => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
    const { container } = render(
      <div className="table-frame">
        <table>
          <VirtualRows wide>{rowsOf(200)}</VirtualRows>
        </table>
      </div>,
    )
    const frame = container.firstElementChild as HTMLElement
    act(() => {
      frame.scrollTop = 5000
      frame.dispatchEvent(new Event('scroll'))
    })
    expect(drawn()).toContain('Row 110')
    expect(drawn()).not.toContain('Row 5')
  })
})
