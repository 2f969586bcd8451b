import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { shortWords } from '../../../src/ui/text/timeWords'
import { ruleDraft } from '../../support/rows/rows'
import { openConsole } from '../../support/screens/console'
import { callAt, emptiedServer, fleetAt } from '../../support/server/hooks'

const server = emptiedServer()
const call = callAt(server)
const fleet = fleetAt(server)

const rename = (id: string, name: string) => call('PUT', `/api/v1/gateways/${id}`, { body: { name } })
const history = async () => within(await screen.findByRole('region', { name: 'Change history' }))
const entries = async () =>
  (await (await history()).findAllByRole('listitem')).filter(({ parentElement }) => parentElement?.tagName === 'OL')

describe('the history of a row', () => {
  it('shows who changed which field from what to what, newest first', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    await rename(id, 'Loft')
    await openConsole(server, fleet.token, `/pages/gateways/${id}`)
    const [first, second] = await entries()
    expect(first).toHaveTextContent(/changed it\s*Name\s*from Attic\s*→\s*to Loft$/)
    expect(second).toHaveTextContent(/created it/)
  })

  it('shows moments in the reader’s time zone', async () => {
    const until = '2030-11-29T06:00:00.000Z'
    const { body } = await call<{ result: { id: string } }>('POST', '/api/v1/alert_rules/register', { body: ruleDraft() })
    await call('PUT', `/api/v1/alert_rules/${body.result.id}`, { body: { silencedUntil: until } })
    await openConsole(server, fleet.token, `/pages/alert-rules/${body.result.id}`)
    const words = shortWords(Date.parse(until), 'local')
    expect((await entries())[0]).toHaveTextContent(new RegExp(`Silenced until\\s*from .*→\\s*to ${words}$`))
  })

  it('restores a version, which becomes the newest entry', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    await rename(id, 'Loft')
    const { user } = await openConsole(server, fleet.token, `/pages/gateways/${id}`)
    const [restore] = await (await history()).findAllByRole('button', { name: /^Restore this version\s*of/ })
    if (restore === undefined) throw new Error('Nothing can be restored')
    await user.click(restore)
    const question = within(screen.getByRole('alertdialog', { name: 'Restore this version of Loft?' }))
    await user.click(question.getByRole('button', { name: 'Restore' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Attic' })).toBeVisible()
    expect(await (await history()).findByText('Loft', { selector: 'del' })).toBeVisible()
    expect((await entries())[0]).toHaveTextContent(/changed it\s*Name\s*from Loft\s*→\s*to Attic/)
  })

  it('reports another user’s change meanwhile, and changes nothing', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    await rename(id, 'Loft')
    const { user } = await openConsole(server, fleet.token, `/pages/gateways/${id}`)
    const [restore] = await (await history()).findAllByRole('button', { name: /^Restore this version\s*of/ })
    if (restore === undefined) throw new Error('Nothing can be restored')
    await user.click(restore)
    await rename(id, 'Cellar')
    const question = within(screen.getByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Restore' }))
    expect(await question.findByRole('alert')).toHaveTextContent('Someone else changed this gateway in the meantime')
    expect((await call<{ result: { name: string } }>('GET', `/api/v1/gateways/${id}`)).body.result.name).toBe('Cellar')
  })

  it('is hidden when the backend does not send it', async () => {
    const { id } = await fleet.addGateway({ name: 'Attic' })
    const { go, disturb, alerts } = await openConsole(server, fleet.token, '/pages/gateways')
    let requestCount = 0
    disturb((request) => {
      if (!request.url.includes('/activity')) return null
      requestCount += 1
      return new Response('{}', { status: 404 })
    })
    await go(`/pages/gateways/${id}`)
    await waitFor(() => expect(requestCount).toBeGreaterThan(0))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Change history' })).toBeNull())
    expect(screen.getByText('Version')).toBeVisible()
    expect(alerts).toEqual([])
  })

  it('shows earlier entries on demand', async () => {
    const { id } = await fleet.addGateway({ name: 'Gateway 0' })
    for (let n = 1; n <= 6; n += 1) await rename(id, `Gateway ${n}`)
    const { user } = await openConsole(server, fleet.token, `/pages/gateways/${id}`)
    const card = await history()
    await user.click(await card.findByRole('button', { name: 'Show earlier' }))
    expect(await card.findByText(/created it/)).toBeVisible()
    expect(card.queryByRole('button', { name: 'Show earlier' })).toBeNull()
  })
})
