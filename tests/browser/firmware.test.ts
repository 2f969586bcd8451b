import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { startChromium } from '../support/browser/browser'
import { newName, signInRemotely, type Remote, type Row } from '../support/browser/remote'

const browser = startChromium()
let remote: Remote
let hardware: Row | undefined
beforeAll(async () => {
  remote = await signInRemotely()
  const { body } = await remote.call('GET', '/gateway_hardwares?status=active')
  hardware = (body.result as Row[])[0]
})

async function draft(): Promise<Row> {
  const { body } = await remote.call('POST', '/gateway_firmwares/register', {
    name: newName('browser-os'),
    semver: '1.0.0',
    channel: 'beta',
    hardwareIds: [hardware?.id],
  })
  return body.result as Row
}
const image = (bytes: number) => ({ name: 'image.bin', mimeType: 'text/plain', buffer: Buffer.alloc(bytes, 7) })

describe('a firmware’s file', () => {
  it('shows its upload’s progress, and downloads unchanged', async () => {
    const { id } = await draft()
    const page = await browser.openSignedIn(`/pages/gateway-firmwares/${id}`)
    // Slow enough for the progress to be visible.
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 1_500_000 }
    await network.send('Network.emulateNetworkConditions', conditions)
    await page.getByLabel('Firmware file').setInputFiles(image(3_000_000))
    const progress = page.getByRole('progressbar', { name: 'Upload of image.bin' })
    await expect.poll(() => progress.getAttribute('value').catch(() => null)).toMatch(/^[1-9]\d*$/)
    await page.getByText('image.bin uploaded, checksum verified', { exact: true }).waitFor()
    await page.getByText('2.9 MiB (3,000,000 bytes)').waitFor()

    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()])
    expect(download.suggestedFilename()).toBe('image.bin')
    expect(Buffer.compare(await readFile(await download.path()), Buffer.alloc(3_000_000, 7))).toBe(0)
  })

  it('is aborted by Cancel and stores nothing', async () => {
    const { id } = await draft()
    const page = await browser.openSignedIn(`/pages/gateway-firmwares/${id}`)
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 200_000,
    })
    await page.getByLabel('Firmware file').setInputFiles(image(3_000_000))
    await page.getByRole('button', { name: 'Cancel upload' }).click()
    await page.getByRole('button', { name: 'Upload a file' }).waitFor()
    const { body } = await remote.call('GET', `/gateway_firmwares/${id}`)
    expect(body.result).toMatchObject({ sha256: null, version: 1 })
  })
})
