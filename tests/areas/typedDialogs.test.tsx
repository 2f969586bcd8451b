import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { insertFirmware, insertPlantRequest } from '../support/rows/rows'
import { editSelection, proceed, selectPage, setField } from '../support/screens/bulkEditing'
import { openConsole, type TestConsole } from '../support/screens/console'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { signal } from '../support/signal'

const server = emptiedServer()
const fleet = fleetAt(server)

const open = (path: string) => openConsole(server, fleet.token, path)
const press = async ({ user }: TestConsole, name: string) => user.click(await screen.findByRole('button', { name }))
const fill = async ({ user }: TestConsole, label: string, text: string) =>
  user.type(await screen.findByRole('textbox', { name: label }), text)
const question = () => screen.findByRole('alertdialog', { name: 'Discard what you entered?' })
const noDialog = () => waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
const released = () => insertFirmware(server.db, [fleet.hardwareId], { status: 'released', released_at: new Date() })

/** Opens a dialog, and types into it. */
interface Case {
  readonly open: () => Promise<TestConsole>
  readonly type: (console: TestConsole) => Promise<unknown>
}

async function openRejection() {
  const console = await open(`/pages/plant-requests/${await insertPlantRequest(server.db, { requested_name: 'Silver fern' })}`)
  await press(console, 'Reject')
  await screen.findByRole('dialog', { name: 'Reject Silver fern?' })
  return console
}

async function openBulkEdit() {
  await fleet.addSensor({ name: 'Fern' })
  const console = await open('/pages/sensors')
  await selectPage(console)
  await editSelection(console, '1 sensor')
  return console
}
const typeModel = (console: TestConsole) => setField(console, screen.getByRole('dialog'), 'Model', 'Moist 3')

const cases: Readonly<Record<string, Case>> = {
  'the rejection of a plant request': { open: openRejection, type: (console) => fill(console, 'Note', 'A lichen') },
  'the rejection of several plant requests': {
    open: async () => {
      await insertPlantRequest(server.db, { requested_name: 'Silver fern' })
      const console = await open('/pages/plant-requests')
      await console.user.click(await screen.findByRole('checkbox', { name: 'Select Silver fern' }))
      await press(console, 'Reject')
      return console
    },
    type: (console) => fill(console, 'Note', 'A lichen'),
  },
  'a bulk edit': { open: openBulkEdit, type: typeModel },
  'the replacement of a device': {
    open: async () => {
      const { id } = await fleet.addSensor({ name: 'Fern' })
      const console = await open(`/pages/sensors/${id}`)
      await press(console, 'Replace device')
      return console
    },
    type: (console) => fill(console, 'EUI of the new device', '70B3'),
  },
  'the revocation of a firmware': {
    open: async () => {
      const console = await open(`/pages/gateway-firmwares/${await released()}`)
      await press(console, 'Revoke')
      return console
    },
    type: (console) => fill(console, 'Reason', 'It drains batteries'),
  },
  'an assignment of a firmware': {
    open: async () => {
      await fleet.addGateway({ name: 'Attic' })
      const console = await open(`/pages/gateway-firmwares/${await released()}`)
      await press(console, 'Assign')
      await screen.findByRole('textbox', { name: 'Reason' })
      return console
    },
    type: (console) => fill(console, 'Reason', 'It drains batteries'),
  },
  'an import': {
    open: async () => {
      const console = await open('/pages/sensors')
      await press(console, 'Import')
      return console
    },
    type: (console) => fill(console, 'Or paste rows from a spreadsheet, with their header', 'name'),
  },
}

describe.each(Object.entries(cases))('the dialog for %s', (_name, dialog) => {
  it('closes at once when nothing was typed', async () => {
    const { user } = await dialog.open()
    await waitFor(() => expect(document.querySelector('dialog[open]')).not.toBeNull())
    await user.keyboard('{Escape}')
    await noDialog()
  })

  it('asks before typed text is lost, by Escape and by Cancel', async () => {
    const console = await dialog.open()
    await dialog.type(console)
    await console.user.keyboard('{Escape}')
    await console.user.click(within(await question()).getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(document.querySelectorAll('dialog[open]')).toHaveLength(1))
    await press(console, 'Cancel')
    await console.user.click(within(await question()).getByRole('button', { name: 'Discard' }))
    await noDialog()
  })
})

describe('a dialog with typed text', () => {
  it('asks in its later steps as well', async () => {
    const console = await openBulkEdit()
    await typeModel(console)
    await proceed(console, screen.getByRole('dialog'), '1 sensor')
    await console.user.keyboard('{Escape}')
    await console.user.click(within(await question()).getByRole('button', { name: 'Keep editing' }))
    await press(console, 'Back')
    expect(await screen.findByRole('textbox', { name: /Model/ })).toHaveValue('Moist 3')
    await console.user.keyboard('{Escape}')
    expect(await question()).toBeVisible()
  })

  it('keeps the page and the tab, until it is discarded', async () => {
    const console = await openRejection()
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(closing()).toBe(false)
    await fill(console, 'Note', 'A lichen')
    expect(closing()).toBe(true)
    const before = console.address()
    await console.go('/pages/plants')
    await console.user.click(
      within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).getByRole('button', { name: 'Stay' }),
    )
    expect(console.address()).toBe(before)
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('A lichen')
    await console.user.clear(screen.getByRole('textbox', { name: 'Note' }))
    await console.user.keyboard('{Escape}')
    await noDialog()
    expect(closing()).toBe(false)
  })

  it('asks nothing while it is saved', async () => {
    const console = await openRejection()
    await console.user.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'It is not a plant')
    const answer = signal()
    console.disturb(async ({ method }) => {
      if (method === 'PUT') await answer.given
      return null
    })
    const rejection = within(screen.getByRole('dialog'))
    await console.user.click(rejection.getByRole('button', { name: 'Reject' }))
    await waitFor(() => expect(console.calls.some((call) => call.startsWith('PUT'))).toBe(true))
    await console.user.keyboard('{Escape}')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(rejection.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    answer.give()
    expect(await screen.findByText('Silver fern rejected')).toBeVisible()
    await noDialog()
  })
})
