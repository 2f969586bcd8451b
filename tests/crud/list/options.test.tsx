import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openConsole, type ConsoleOptions } from '../../support/screens/console'
import { memoryStore } from '../../support/screens/environment'
import { emptiedServer, fleetAt } from '../../support/server/hooks'

const server = emptiedServer()
const fleet = fleetAt(server)
let options: ConsoleOptions
beforeEach(async () => {
  for (const name of ['Attic', 'Barn', 'Cellar']) await fleet.addGateway({ name })
  options = { environment: { browserStorage: memoryStore() } }
})

const open = (path = '/pages/gateways', more: ConsoleOptions = {}) =>
  openConsole(server, fleet.token, path, { ...options, ...more })
const reopen = (path?: string, more?: ConsoleOptions) => {
  cleanup()
  return open(path, more)
}
const table = () => screen.findByRole('table', { name: 'Gateways' })
const heads = async () =>
  within(await table())
    .getAllByRole('columnheader')
    .map((head) => head.textContent)
    .filter((text) => text !== '' && text !== 'Actions')
const names = () =>
  within(screen.getByRole('table', { name: 'Gateways' }))
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent)

const declared = ['Name', 'EUI', 'State', 'Last seen', 'Sensors', 'Hardware', 'Firmware', 'Serial number']

describe('the columns of a list', () => {
  it('can be hidden and moved, also for the next time, and are reset by Reset', async () => {
    const first = await open()
    expect(await heads()).toEqual(declared)
    await first.user.click(screen.getByRole('button', { name: 'Columns' }))
    await first.user.click(await screen.findByRole('checkbox', { name: 'EUI' }))
    await first.user.click(screen.getByRole('button', { name: 'Move Firmware up' }))
    const chosen = ['Name', 'State', 'Last seen', 'Sensors', 'Firmware', 'Hardware', 'Serial number']
    expect(await heads()).toEqual(chosen)
    expect(screen.getByRole('checkbox', { name: 'Name' })).toBeDisabled()

    const again = await reopen()
    expect(await heads()).toEqual(chosen)
    await again.user.click(screen.getByRole('button', { name: /^Columns/ }))
    await again.user.click(await screen.findByRole('button', { name: 'Reset' }))
    expect(await heads()).toEqual(declared)
  })

  it('are those that fit, and any that the user chooses', async () => {
    const wide = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(712)
    const { user } = await open()
    expect(await heads()).toEqual(['Name', 'State', 'Last seen', 'Sensors', 'Firmware'])
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    expect(await screen.findByRole('checkbox', { name: 'Serial number' })).not.toBeChecked()
    await user.click(screen.getByRole('checkbox', { name: 'Serial number' }))
    expect(await heads()).toEqual(['Name', 'State', 'Last seen', 'Sensors', 'Firmware', 'Serial number'])
    const reset = screen.getByRole('button', { name: 'Reset' })
    await user.click(reset)
    expect(await heads()).toEqual(['Name', 'State', 'Last seen', 'Sensors', 'Firmware'])
    // Not `disabled`, which would lose the focus.
    expect(reset).toHaveAttribute('aria-disabled', 'true')
    expect(reset).toBeEnabled()
    wide.mockRestore()
  })

  it('are the columns of an exported file, too', async () => {
    const { user, downloads } = await open()
    await table()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    for (const { textContent } of within(await screen.findByRole('list', { name: 'Columns' }))
      .getAllByRole('listitem')
      .slice(2))
      await user.click(screen.getByRole('checkbox', { name: textContent }))
    expect(await heads()).toEqual(['Name', 'EUI'])
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(downloads).toHaveLength(1))
    expect((await downloads[0]?.text)?.split('\r\n')[0]).toBe('name,eui')
  })

  it('are stored by user and by area', async () => {
    const { user } = await open()
    await table()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'State' }))
    await reopen('/pages/gateways', { owner: 'grace' })
    expect(await heads()).toEqual(declared)
    await reopen('/pages/sensors')
    await screen.findByRole('heading', { name: 'No sensors yet' })
    await fleet.addSensor()
    await reopen('/pages/sensors')
    expect(await screen.findByRole('columnheader', { name: 'State' })).toBeVisible()
  })

  it('stand closer when the rows are compact', async () => {
    const { user } = await open()
    expect(await table()).toHaveClass('data-table-comfortable')
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('radio', { name: 'Compact' }))
    expect(await table()).toHaveClass('data-table-compact')
  })

  it('ignore the invalid parts of stored preferences', async () => {
    const stored = { order: ['gone', 'firmwareStatus'], hidden: 7, density: 'airy', pageSize: -1, views: [{ name: '' }] }
    options = { environment: { browserStorage: memoryStore({ 'list:ada:gateways': JSON.stringify(stored) }) } }
    await open()
    expect((await heads())[1]).toBe('Firmware')
    options = { environment: { browserStorage: memoryStore({ 'list:ada:gateways': '{"order":' }) } }
    await reopen()
    expect(await heads()).toEqual(declared)
  })
})

describe('the page size', () => {
  it('is the last chosen one when the address names none', async () => {
    const { user } = await open()
    await table()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '10')
    const again = await reopen()
    await table()
    expect(screen.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('10')
    expect(again.address()).toBe('/pages/gateways')
    expect(again.calls.at(-1)).toMatch(/pageSize=10$/)
  })

  it('is the address’s when that names a page', async () => {
    options = { environment: { browserStorage: memoryStore({ 'list:ada:gateways': '{"pageSize":1}' }) } }
    await open('/pages/gateways?page=1')
    await waitFor(() => expect(names()).toEqual(['Attic', 'Barn', 'Cellar']))
  })
})

describe('saved views', () => {
  const save = async ({ user }: Awaited<ReturnType<typeof open>>, name: string) => {
    await user.click(screen.getByRole('button', { name: /^Views/ }))
    await user.type(await screen.findByRole('textbox', { name: 'Save the current view as' }), name)
    await user.click(screen.getByRole('button', { name: 'Save' }))
  }

  it('lead to the list as it was named', async () => {
    const opened = await open('/pages/gateways?updateChannel=stable&sort=-name')
    await waitFor(() => expect(names()).toEqual(['Cellar', 'Barn', 'Attic']))
    await save(opened, 'Backwards')
    const again = await reopen()
    await waitFor(() => expect(names()).toEqual(['Attic', 'Barn', 'Cellar']))
    await again.user.click(screen.getByRole('button', { name: /^Views/ }))
    await again.user.click(await screen.findByRole('button', { name: 'Backwards' }))
    await waitFor(() => expect(names()).toEqual(['Cellar', 'Barn', 'Attic']))
    expect(again.address()).toBe('/pages/gateways?updateChannel=stable&sort=-name')
  })

  it('can be the default view, and the plain list is still reachable', async () => {
    const opened = await open('/pages/gateways?q=barn')
    await waitFor(() => expect(names()).toEqual(['Barn']))
    await save(opened, 'The barn')
    await opened.user.click(await screen.findByRole('button', { name: 'Open this list with The barn' }))
    const again = await reopen()
    await waitFor(() => expect(names()).toEqual(['Barn']))
    expect(again.address()).toBe('/pages/gateways?q=barn')
    await again.user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(names()).toEqual(['Attic', 'Barn', 'Cellar']))
    expect(again.address()).toBe('/pages/gateways?view=all')
    await again.user.click(screen.getByRole('button', { name: /^Views/ }))
    expect(await screen.findByRole('button', { name: 'Open this list with The barn' })).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByRole('button', { name: 'All gateways' })).toHaveAttribute('aria-current', 'true')
  })

  it('become the default view without changing the list that is open', async () => {
    const opened = await open('/pages/gateways?q=barn')
    await waitFor(() => expect(names()).toEqual(['Barn']))
    await save(opened, 'The barn')
    await opened.user.click(screen.getByRole('button', { name: 'All gateways' }))
    await waitFor(() => expect(names()).toEqual(['Attic', 'Barn', 'Cellar']))
    await opened.user.click(screen.getByRole('button', { name: /^Views/ }))
    const begin = await screen.findByRole('button', { name: 'Open this list with The barn' })
    await opened.user.click(begin)
    expect(begin).toHaveAttribute('aria-pressed', 'true')
    await opened.user.click(within(screen.getByRole('columnheader', { name: 'Name' })).getByRole('button'))
    await waitFor(() => expect(names()).toEqual(['Cellar', 'Barn', 'Attic']))
    expect(opened.address()).toBe('/pages/gateways?sort=-name')
    await opened.go(-1)
    await waitFor(() => expect(names()).toEqual(['Attic', 'Barn', 'Cellar']))
    expect(opened.address()).toBe('/pages/gateways')
    const again = await reopen()
    await waitFor(() => expect(names()).toEqual(['Barn']))
    expect(again.address()).toBe('/pages/gateways?q=barn')
  })

  it('without filters lead to the plain list, although another one is the default view', async () => {
    const first = await open()
    await waitFor(() => expect(names()).toHaveLength(3))
    await save(first, 'Everything')
    const second = await reopen('/pages/gateways?q=barn')
    await waitFor(() => expect(names()).toEqual(['Barn']))
    await save(second, 'The barn')
    await second.user.click(await screen.findByRole('button', { name: 'Open this list with The barn' }))
    await second.user.click(screen.getByRole('button', { name: 'Everything' }))
    await waitFor(() => expect(names()).toEqual(['Attic', 'Barn', 'Cellar']))
    expect(second.address()).toBe('/pages/gateways?view=all')
  })

  it('say when a new name replaces another view', async () => {
    const opened = await open('/pages/gateways?q=barn')
    await save(opened, 'One')
    await opened.user.type(screen.getByRole('textbox', { name: 'Save the current view as' }), 'Two{Enter}')
    await opened.user.click(await screen.findByRole('button', { name: 'Rename One' }))
    const field = screen.getByRole('textbox', { name: 'New name of One' })
    expect(screen.getByRole('button', { name: 'Rename' })).toBeEnabled()
    await opened.user.clear(field)
    await opened.user.type(field, 'Two')
    await opened.user.click(screen.getByRole('button', { name: 'Replace' }))
    expect(screen.getAllByRole('button', { name: 'Two' })).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'One' })).toBeNull()
  })

  it('are renamed, replaced and deleted', async () => {
    const opened = await open('/pages/gateways?q=barn')
    await waitFor(() => expect(names()).toEqual(['Barn']))
    const { user } = opened
    await save(opened, 'One')
    await user.click(await screen.findByRole('button', { name: 'Open this list with One' }))
    const newName = screen.getByRole('textbox', { name: 'Save the current view as' })
    await user.click(screen.getByRole('button', { name: 'Rename One' }))
    const field = screen.getByRole('textbox', { name: 'New name of One' })
    expect(field).toHaveFocus()
    await user.clear(field)
    await user.type(field, 'Two{Enter}')
    expect(screen.getByRole('button', { name: 'Open this list with Two' })).toHaveAttribute('aria-pressed', 'true')
    expect(newName).toHaveFocus()
    await user.type(newName, 'Two')
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    expect(newName).toHaveFocus()
    expect(screen.getAllByRole('button', { name: 'Two' })).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Delete view Two' }))
    expect(screen.queryByRole('button', { name: 'Two' })).toBeNull()
    expect(newName).toHaveFocus()
    const again = await reopen()
    await waitFor(() => expect(names()).toHaveLength(3))
    expect(again.address()).toBe('/pages/gateways')
  })
})
