import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Pagination, type PaginationProps } from '../../../src/ui/controls/Pagination'
import { Cell, HeaderCell, SelectCell, Table, TableBody, TableHead, TableRow } from '../../../src/ui/table/Table'

function setUp() {
  const onSort = vi.fn()
  const onSelect = vi.fn()
  render(
    <Table label="Gateways" total={41} busy>
      <TableHead>
        <SelectCell header label="Select all" checked="some" onChange={onSelect} />
        <HeaderCell sort="descending" onSort={onSort}>
          Name
        </HeaderCell>
        <HeaderCell sort="none">EUI</HeaderCell>
        <HeaderCell>State</HeaderCell>
        <HeaderCell hiddenLabel="Actions" />
      </TableHead>
      <TableBody>
        <TableRow>
          <SelectCell label="Select Fern house" checked onChange={onSelect} />
          <Cell look="title">Fern house</Cell>
          <Cell label="EUI">{null}</Cell>
          <Cell label="Sensors">{0}</Cell>
          <Cell />
        </TableRow>
      </TableBody>
    </Table>,
  )
  return { onSort, onSelect }
}

describe('Table', () => {
  it('is a table with its name, its length and whether it is busy', () => {
    setUp()
    const table = screen.getByRole('table', { name: 'Gateways' })
    expect(table).toHaveAttribute('aria-rowcount', '42')
    expect(table).toHaveAttribute('aria-busy', 'true')
  })

  it('shows the sorted column and sorts when the button is pressed', async () => {
    const { onSort } = setUp()
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
    expect(screen.getByRole('columnheader', { name: 'EUI' })).not.toHaveAttribute('aria-sort')
    expect(screen.queryByRole('button', { name: 'State' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Name' }))
    expect(onSort).toHaveBeenCalledTimes(1)
  })

  it('names a row by its title, and shows a dash for nothing but not for zero', () => {
    setUp()
    const row = screen.getByRole('row', { name: /Fern house/ })
    expect(within(row).getByRole('rowheader', { name: 'Fern house' })).toBeVisible()
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['', '—', '0', '—'])
  })

  it('distinguishes a partly checked box, and a range when Shift is held', async () => {
    const { onSelect } = setUp()
    expect(screen.getByRole('checkbox', { name: 'Select all' })).toBePartiallyChecked()
    const user = userEvent.setup()
    await user.click(screen.getByRole('checkbox', { name: 'Select Fern house' }))
    expect(onSelect).toHaveBeenLastCalledWith(false, false)
    await user.keyboard('{Shift>}')
    await user.click(screen.getByRole('checkbox', { name: 'Select Fern house' }))
    expect(onSelect).toHaveBeenLastCalledWith(false, true)
  })
})

function pages(props: Partial<PaginationProps>) {
  const onPage = vi.fn()
  const onSize = vi.fn()
  render(<Pagination page={1} size={25} total={1284} noun="sensors" onPage={onPage} onSize={onSize} {...props} />)
  return { onPage, onSize }
}

describe('Pagination', () => {
  it('says where it is and announces it', () => {
    pages({ page: 52 })
    expect(screen.getByRole('status')).toHaveTextContent('1,276–1,284 of 1,284 sensors')
    expect(screen.getByText('Page 52 of 52')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByRole('button', { name: 'Last page' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('keeps the focus on the last page, where its button leads no further', async () => {
    const onPage = vi.fn()
    const at = (page: number) => <Pagination page={page} size={25} total={1284} onPage={onPage} />
    const { rerender } = render(at(51))
    const last = screen.getByRole('button', { name: 'Last page' })
    await userEvent.click(last)
    rerender(at(52))
    expect(last).toHaveFocus()
    // A browser takes the focus from a button that becomes `disabled`; jsdom does not.
    expect(last).toBeEnabled()
    await userEvent.keyboard('{Enter}')
    expect(onPage).toHaveBeenCalledExactlyOnceWith(52)
  })

  it.each([
    ['First page', 1],
    ['Previous page', 2],
    ['Next page', 4],
    ['Last page', 52],
  ])('goes by "%s" to page %i', async (name, page) => {
    const { onPage } = pages({ page: 3 })
    await userEvent.click(screen.getByRole('button', { name }))
    expect(onPage).toHaveBeenCalledExactlyOnceWith(page)
  })

  it('offers the current page size even if it is unusual', async () => {
    const { onSize } = pages({ size: 7 })
    expect(screen.getByLabelText('Rows per page')).toHaveDisplayValue('7')
    await userEvent.selectOptions(screen.getByLabelText('Rows per page'), '50')
    expect(onSize).toHaveBeenCalledWith(50)
  })

  it('has no other page when there are no rows', () => {
    pages({ total: 0 })
    expect(screen.getByRole('status')).toHaveTextContent('0–0 of 0 sensors')
    for (const button of screen.getAllByRole('button')) expect(button).toHaveAttribute('aria-disabled', 'true')
  })

  it('leads past the count when the total is capped', () => {
    pages({ page: 400, total: 10_000, capped: true })
    expect(screen.getByRole('status')).toHaveTextContent('9,976–10,000 of 10,000+ sensors')
    expect(screen.getByRole('button', { name: 'Next page' })).not.toHaveAttribute('aria-disabled')
    expect(screen.getByRole('button', { name: 'Last page' })).toHaveAttribute('aria-disabled', 'true')
  })
})
