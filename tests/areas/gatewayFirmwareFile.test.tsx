import { screen, waitFor, within } from '@testing-library/react'
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { loseAnswers } from '../support/screens/network'
import { insertFirmware } from '../support/rows/rows'
import { openConsole } from '../support/screens/console'
import { fact } from '../support/screens/shown'
import { emptiedServer, fleetAt } from '../support/server/hooks'
import { signal } from '../support/signal'

const LIMIT = 4096
const server = emptiedServer({ uploadMaxBytes: LIMIT, requireIfMatch: true })
const fleet = fleetAt(server)

const draft = (columns: object = {}) =>
  insertFirmware(server.db, [fleet.hardwareId], { name: 'root', semver: '2.0.0', status: 'draft', ...columns })
const open = (id: string) => openConsole(server, fleet.token, `/pages/gateway-firmwares/${id}`)
const image = (bytes: number) => new File([new Uint8Array(bytes).fill(7)], 'root-2.0.0.img', { type: 'image/png' })

describe('a gateway firmware’s file', () => {
  const choose = async (bytes: number) => {
    const id = await draft()
    const console = await open(id)
    await console.user.upload(await screen.findByLabelText('Firmware file'), image(bytes))
    return { id, ...console }
  }

  it('is uploaded with its SHA-256, shown with size and digest, and downloaded as it was', async () => {
    const sha256 = createHash('sha256').update(new Uint8Array(LIMIT).fill(7)).digest('hex')
    const { user, calls, downloads } = await choose(LIMIT)
    expect(await screen.findByText('root-2.0.0.img uploaded, checksum verified')).toBeVisible()
    expect(calls.find((call) => call.startsWith('POST'))).toMatch(new RegExp(`\\?sha256=${sha256}$`))
    await waitFor(() => expect(fact('Size')).toHaveTextContent('4 KiB (4,096 bytes)'))
    expect(fact('SHA-256')).toHaveTextContent(sha256)
    expect(screen.getByRole('button', { name: 'Copy SHA-256' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(downloads).toHaveLength(1))
    expect(downloads[0]?.fileName).toBe('root-2.0.0.img')
    expect(await downloads[0]?.text).toBe('\u0007'.repeat(LIMIT))
  })

  it('is refused over the limit with the reason, and retried by one click', async () => {
    const { user, calls } = await choose(LIMIT + 1)
    expect(await screen.findByText('The file is larger than 4,096 bytes')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(2))
    expect(await screen.findByText('The file is larger than 4,096 bytes')).toBeVisible()
  })

  it('shows its progress, and is aborted by Cancel', async () => {
    const id = await draft()
    const { user, disturb } = await open(id)
    let given: AbortSignal | undefined
    disturb((request) => {
      if (request.method !== 'POST') return null
      given = request.signal
      return new Promise<null>(() => {})
    })
    await user.upload(await screen.findByLabelText('Firmware file'), image(2048))
    expect(await screen.findByText('0 B of 2 KiB')).toBeVisible()
    expect(screen.getByRole('progressbar', { name: 'Upload of root-2.0.0.img' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Cancel upload' }))
    expect(screen.getByRole('button', { name: 'Upload a file' })).toBeVisible()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'File' })).toHaveFocus())
    await waitFor(() => expect(given?.aborted).toBe(true))
    expect(await fleet.get(`/api/v1/gateway_firmwares/${id}`)).toMatchObject({ sha256: null })
  })

  describe('while its upload is under way', () => {
    const start = async () => {
      const id = await draft()
      const console = await open(id)
      const answered = signal()
      let sent: AbortSignal | undefined
      console.disturb(async (request) => {
        if (request.method !== 'POST') return null
        sent = request.signal
        await answered.given
        return null
      })
      await console.user.upload(await screen.findByLabelText('Firmware file'), image(2048))
      await waitFor(() => expect(sent).toBeDefined())
      await console.go('/pages/gateways')
      const question = within(await screen.findByRole('alertdialog', { name: 'Leave during the upload?' }))
      return { ...console, id, question, answer: answered.give, isAborted: () => sent?.aborted }
    }

    it('continues when the user stays, and asks no more once the file is stored', async () => {
      const { user, go, address, id, question, answer, isAborted } = await start()
      await user.click(question.getByRole('button', { name: 'Stay' }))
      expect(address()).toBe(`/pages/gateway-firmwares/${id}`)
      expect(isAborted()).toBe(false)
      answer()
      expect(await screen.findByText('root-2.0.0.img uploaded, checksum verified')).toBeVisible()
      await go('/pages/gateways')
      await waitFor(() => expect(address()).toBe('/pages/gateways'))
    })

    it('says why it was refused when another administrator released the firmware', async () => {
      const { user, id, question, answer } = await start()
      await user.click(question.getByRole('button', { name: 'Stay' }))
      await server.db.query(sql`
        update gateway_firmwares set status = 'released', released_at = now(), version = version + 1 where id = ${id}`)
      answer()
      expect(await screen.findByRole('button', { name: 'Deprecate' })).toBeVisible()
      expect(screen.getByRole('alert')).toHaveTextContent('Someone else changed this gateway firmware in the meantime')
      for (const name of ['Upload a file', 'Retry']) expect(screen.queryByRole('button', { name })).toBeNull()
      expect(screen.queryByLabelText('Firmware file')).toBeNull()
    })

    it('is aborted when the user leaves the page', async () => {
      const { user, address, id, question, isAborted } = await start()
      await user.click(question.getByRole('button', { name: 'Leave' }))
      await waitFor(() => expect(address()).toBe('/pages/gateways'))
      await waitFor(() => expect(isAborted()).toBe(true))
      expect(await fleet.get(`/api/v1/gateway_firmwares/${id}`)).toMatchObject({ sha256: null })
    })
  })

  it('is said to be stored when that is tried again after a lost answer', async () => {
    const id = await draft()
    const { user, disturb } = await open(id)
    loseAnswers({ disturb }, server, 'POST')
    await user.upload(await screen.findByLabelText('Firmware file'), image(2048))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(
      'The upload starts again as soon as the browser is online again. If it is already online, retry.',
    )
    disturb(() => null)
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('root-2.0.0.img uploaded, checksum verified')).toBeVisible()
    await waitFor(() => expect(fact('Size')).toHaveTextContent('2 KiB (2,048 bytes)'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('fails at once when the file changes during the upload', async () => {
    const id = await draft()
    const { user, disturb } = await open(id)
    const file = image(10)
    disturb((request) => {
      if (request.method !== 'POST') return null
      // Chromium reads no part of a file that has changed since it was chosen, and ends the request.
      file.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) })
      throw new TypeError('Failed to fetch')
    })
    await user.upload(await screen.findByLabelText('Firmware file'), file)
    expect(await screen.findByText('The file was changed or moved during the upload: choose it again.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Upload a file' })).toBeVisible()
  })

  it('is discarded when its checksum differs', async () => {
    const { user, downloads, disturb } = await choose(10)
    await waitFor(() => expect(fact('Size')).toHaveTextContent('10 B'))
    disturb((request) => (request.url.endsWith('/file') ? new Response('tampered') : null))
    await user.click(screen.getByRole('button', { name: 'Download' }))
    expect(await screen.findByText('The checksum differs: the download was damaged and was discarded. Try again.')).toBeVisible()
    expect(downloads).toEqual([])
  })

  it('is not requested once the firmware is released', async () => {
    await open(await draft({ status: 'released', released_at: new Date() }))
    await screen.findByRole('heading', { level: 2, name: 'File' })
    expect(screen.queryByRole('button', { name: 'Upload a file' })).toBeNull()
  })
})
