import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { EnvironmentProvider } from '../../../src/ui/environment/Environment'
import { FilterChips } from '../../../src/ui/controls/FilterChips'
import { SearchInput } from '../../../src/ui/controls/SearchInput'
import { BulkBar, FilterSelect } from '../../../src/ui/table/Toolbar'
import { manualEnvironment } from '../../support/screens/environment'

function search(value = '') {
  const { environment, advance } = manualEnvironment(0)
  const onSearch = vi.fn()
  const element = (text: string) => (
    <EnvironmentProvider value={environment}>
      <SearchInput label="Search gateways" value={text} onSearch={onSearch} />
    </EnvironmentProvider>
  )
  const view = render(element(value))
  return {
    onSearch,
    input: screen.getByRole('searchbox', { name: 'Search gateways' }),
    pass: (ms: number) => act(() => advance(ms)),
    become: (text: string) => view.rerender(element(text)),
  }
}

describe('SearchInput', () => {
  it('searches once, after 300 ms without typing', () => {
    const { onSearch, input, pass } = search()
    fireEvent.change(input, { target: { value: 'f' } })
    pass(200)
    fireEvent.change(input, { target: { value: 'fe' } })
    pass(299)
    expect(onSearch).not.toHaveBeenCalled()
    pass(1)
    expect(onSearch).toHaveBeenCalledExactlyOnceWith('fe')
    pass(1000)
    expect(onSearch).toHaveBeenCalledTimes(1)
  })

  it('searches at once on Enter, and not again', async () => {
    const { onSearch, input, pass } = search()
    await userEvent.type(input, 'fern{Enter}')
    expect(onSearch).toHaveBeenCalledExactlyOnceWith('fern')
    pass(1000)
    expect(onSearch).toHaveBeenCalledTimes(1)
  })

  it('is emptied by its button and by Escape', async () => {
    const { onSearch, input } = search('fern')
    await userEvent.type(input, '{Escape}')
    expect(onSearch).toHaveBeenLastCalledWith('')
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(onSearch).toHaveBeenCalledTimes(2)
  })

  it('keeps a trailing blank after a pause', () => {
    const { onSearch, input, pass, become } = search()
    fireEvent.change(input, { target: { value: 'cold ' } })
    pass(300)
    become('cold')
    expect(input).toHaveValue('cold ')
    fireEvent.change(input, { target: { value: 'cold store' } })
    pass(300)
    expect(onSearch).toHaveBeenLastCalledWith('cold store')
  })

  it('searches for the same text again once the search was cleared elsewhere', () => {
    const { onSearch, input, pass, become } = search()
    for (const times of [1, 2]) {
      fireEvent.change(input, { target: { value: 'cold' } })
      pass(300)
      expect(onSearch).toHaveBeenCalledTimes(times)
      become('cold')
      become('')
      expect(input).toHaveValue('')
    }
  })

  it('shows the address’s text, as after Back', () => {
    const { input, become } = search('fern')
    become('moss')
    expect(input).toHaveValue('moss')
  })
})

describe('FilterChips', () => {
  it('shows each filter in words and removes the pressed one', async () => {
    const onRemove = vi.fn()
    const onClear = vi.fn()
    const chips = [
      { id: 'state', label: 'State', value: 'Online' },
      { id: 'battery', label: 'Battery', value: 'Low' },
    ]
    render(<FilterChips chips={chips} onRemove={onRemove} onClear={onClear} />)
    expect(screen.getByRole('list', { name: 'Filters' })).toHaveTextContent('State: Online')
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter State: Online' }))
    expect(onRemove).toHaveBeenCalledWith('state')
    expect(screen.getByRole('button', { name: 'Remove filter Battery: Low' })).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(onClear).toHaveBeenCalledTimes(1)
  })

  it('is hidden without filters', () => {
    render(<FilterChips chips={[]} onRemove={() => undefined} onClear={() => undefined} />)
    expect(screen.queryByRole('list')).not.toBeInTheDocument()
  })
})

describe('FilterSelect', () => {
  it('filters by the choice, and not at all with Any', async () => {
    const onChange = vi.fn()
    render(<FilterSelect label="State" value="online" options={[{ value: 'online', label: 'Online' }]} onChange={onChange} />)
    await userEvent.selectOptions(screen.getByLabelText('State'), 'Any')
    expect(onChange).toHaveBeenCalledWith('')
  })
})

describe('BulkBar', () => {
  it('announces what is selected and clears it', async () => {
    const onClear = vi.fn()
    render(
      <BulkBar scope="25 on this page" onClear={onClear}>
        <button type="button">Delete</button>
      </BulkBar>,
    )
    expect(screen.getByRole('region', { name: 'Selection' })).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent('25 on this page')
    await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
    expect(onClear).toHaveBeenCalledTimes(1)
  })
})
