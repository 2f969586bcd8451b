import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { AnyMachineSnapshot, InspectionEvent } from 'xstate'
import type { ActivityPage } from '../../src/contract/activity'
import { memoryStore } from '../support/screens/environment'
import { openConsole, type TestConsole } from '../support/screens/console'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { openApp } from './support/openApp'

const server = emptiedServer()
const fleet = fleetAt(server)

const PAGE = '/pages/activity'
const isExport = ({ url }: Request) => url.includes('each=true')
const pressExport = async ({ user }: TestConsole) => user.click(await screen.findByRole('button', { name: 'Export' }))
/** Holds the requests of an export back; returns them as they arrive, each with a callback that answers it. */
function hold({ disturb }: TestConsole) {
  const held: { readonly request: Request; answer(): void }[] = []
  disturb((request) => {
    if (!isExport(request)) return null
    return new Promise((resolve) => held.push({ request, answer: () => resolve(server.fetch(request.clone())) }))
  })
  return held
}

/** Begins an export whose requests are held back. */
async function beginHeld() {
  await fleet.addGateway({ name: 'Attic' })
  const opened = await openConsole(server, fleet.token, PAGE)
  await screen.findByRole('link', { name: 'Attic' })
  const held = hold(opened)
  await pressExport(opened)
  return { opened, held }
}

describe('the export of the activity', () => {
  it('counts the entries that it has read, and stops reading when it is cancelled', async () => {
    await fleet.addGateway({ name: 'Attic' })
    const opened = await openConsole(server, fleet.token, `${PAGE}?q=attic`)
    await screen.findByRole('link', { name: 'Attic' })
    let second: Request | undefined
    opened.disturb(async (request) => {
      if (!isExport(request)) return null
      if (request.url.includes('before=')) return new Promise(() => (second = request))
      const page = (await (await server.fetch(request)).json()) as ActivityPage
      return Response.json({ ...page, meta: { next: page.result[0]?.id } })
    })
    await pressExport(opened)
    await opened.user.click(await screen.findByRole('button', { name: 'Cancel export (1 entry read)' }))
    expect(screen.getByRole('button', { name: 'Export' })).toHaveFocus()
    await waitFor(() => expect(second?.signal.aborted).toBe(true))
    expect(opened.downloads).toEqual([])
    expect(opened.alerts).toEqual([])
  })

  it('begins again after it was cancelled, and the answer to the cancelled one makes no file', async () => {
    const { opened, held } = await beginHeld()
    await opened.user.click(await screen.findByRole('button', { name: 'Cancel export (0 entries read)' }))
    await pressExport(opened)
    await waitFor(() => expect(held).toHaveLength(2))
    held[0]?.answer()
    expect(await screen.findByRole('button', { name: 'Cancel export (0 entries read)' })).toBeVisible()
    held[1]?.answer()
    await waitFor(() => expect(opened.downloads).toHaveLength(1))
    expect(await screen.findByRole('button', { name: 'Export' })).toBeVisible()
    expect(opened.alerts).toEqual([])
  })

  it('reads by the filters of that moment when it is tried again after a failure', async () => {
    for (const name of ['Fern', 'Moss']) await fleet.addGateway({ name })
    const opened = await openConsole(server, fleet.token, PAGE)
    await screen.findByRole('link', { name: 'Moss' })
    opened.disturb((request) => (isExport(request) ? new Response('{}', { status: 500 }) : null))
    await pressExport(opened)
    await waitFor(() => expect(opened.alerts).toHaveLength(1))
    opened.disturb(() => null)
    await opened.go(`${PAGE}?q=fern`)
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Moss' })).toBeNull())
    await pressExport(opened)
    expect(await screen.findByText('1 entry exported')).toBeVisible()
    expect(await opened.downloads[0]?.text).toContain('created the gateway,Fern,')
    expect(opened.downloads).toHaveLength(1)
  })

  it('is not offered without entries, and says why', async () => {
    const { user, go } = await openApp(server, `${PAGE}?q=nothing`, { token: fleet.token })
    await screen.findByText('No matching entries')
    const button = screen.getByRole('button', { name: 'Export' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await user.hover(button)
    expect(await screen.findByRole('tooltip')).toHaveTextContent('There are no entries to export')
    expect(button).toHaveAccessibleDescription('There are no entries to export')
    await go(PAGE)
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  })

  it('has the format that was last exported with this browser', async () => {
    await fleet.addGateway({ name: 'Attic' })
    const environment = { browserStorage: memoryStore({ csv: 'excelComma' }) }
    const opened = await openConsole(server, fleet.token, PAGE, { environment })
    await screen.findByRole('link', { name: 'Attic' })
    await pressExport(opened)
    await waitFor(() => expect(opened.downloads).toHaveLength(1))
    expect(await opened.downloads[0]?.text).toContain('created the gateway;Attic;')
  })

  it('ends with the page', async () => {
    const { opened, held } = await beginHeld()
    await waitFor(() => expect(held).toHaveLength(1))
    await opened.go('/pages/gateways')
    await waitFor(() => expect(held[0]?.request.signal.aborted).toBe(true))
    expect(opened.downloads).toEqual([])
    expect(opened.alerts).toEqual([])
  })

  it('shows the inspector each run of its machine', async () => {
    await fleet.addGateway({ name: 'Attic' })
    const runs = new Map<string, unknown[]>()
    const inspect = (event: InspectionEvent) => {
      if (event.type !== '@xstate.snapshot' || event.actorRef.sessionId !== event.rootId) return
      const { machine, value } = event.snapshot as AnyMachineSnapshot
      if (machine.id === 'export') runs.set(event.rootId, [...(runs.get(event.rootId) ?? []), value])
    }
    const opened = await openConsole(server, fleet.token, PAGE, { environment: { inspect } })
    await screen.findByRole('link', { name: 'Attic' })
    hold(opened)
    await pressExport(opened)
    await opened.user.click(await screen.findByRole('button', { name: /^Cancel export/ }))
    opened.disturb(() => null)
    await pressExport(opened)
    await waitFor(() => expect(opened.downloads).toHaveLength(1))
    expect([...runs.values()]).toEqual([
      ['choosing', 'reading', 'closed'],
      ['choosing', 'reading', 'reading', 'closed'],
    ])
  })
})
