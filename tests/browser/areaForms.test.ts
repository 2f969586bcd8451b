import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { adminEmail, adminPassword } from '../../src/tools/product'
import { areas, fillNew } from '../support/browser/areas'
import { goTo, startChromium, submitSignIn } from '../support/browser/browser'
import { sheetsOf } from '../support/browser/printed'
import { dealt } from '../support/full'
import { newEui, newName, remoteOnce } from '../support/browser/remote'

const browser = startChromium()
const remote = remoteOnce()

describe.each(dealt(areas, 1, areas.length))('the form of $slug', (area) => {
  const { slug, one } = area

  it('creates a row that is still there after a reload', async () => {
    const name = newName('New')
    const eui = newEui()
    const page = await browser.openSignedIn(`/pages/${slug}/new`)
    await fillNew(page, slug, name, eui)
    await page.getByRole('button', { name: `Create ${one}` }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('main').getByText(eui).first().waitFor()
  })

  it('reports each empty field, focuses the first and sends nothing', async () => {
    const page = await browser.openSignedIn(`/pages/${slug}/new`)
    const sent: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
    await page.getByRole('button', { name: `Create ${one}` }).click()
    await page.getByText('Name is required').waitFor()
    await page.getByText('EUI is required').waitFor()
    expect(await page.getByLabel('Name').evaluate((input) => input === document.activeElement)).toBe(true)
    await fillNew(page, slug, newName('Filled in'), newEui())
    await page.getByRole('button', { name: `Create ${one}` }).click()
    await page.getByRole('heading', { level: 1, name: /^Filled in/ }).waitFor()
    expect(sent).toHaveLength(1)
  })

  it('links to the row that has the EUI, and keeps what was typed', async () => {
    const holder = await remote.create(slug, { name: newName('Holder') })
    const name = newName('Second')
    const page = await browser.openSignedIn(`/pages/${slug}/new`)
    await fillNew(page, slug, name, String(holder['eui']))
    await page.getByRole('button', { name: `Create ${one}` }).click()
    await page.getByRole('main').getByRole('link', { name: holder.name }).waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe(name)
    expect(await page.getByLabel('EUI').getAttribute('aria-invalid')).toBe('true')
  })

  it('shows the difference and saves the choice when another user has saved meanwhile', async () => {
    const row = await remote.create(slug, { name: newName('Shared') })
    const mine = await browser.openSignedIn(`/pages/${slug}/${row.id}/edit`)
    await mine.getByLabel('Name').waitFor()
    const theirs = await browser.openSignedIn(`/pages/${slug}/${row.id}/edit`)
    const theirInterval = theirs.getByLabel('Reporting interval')
    await theirInterval.fill('77')
    await theirs.getByRole('button', { name: 'Save changes' }).click()
    await theirs.getByRole('heading', { level: 1, name: row.name }).waitFor()

    const renamed = newName('Mine')
    await mine.getByLabel('Name').fill(renamed)
    await mine.getByRole('button', { name: 'Save changes' }).click()
    const dialog = mine.getByRole('dialog', { name: `This ${one} was changed by someone else` })
    await dialog.getByRole('row').filter({ hasText: 'Reporting interval' }).waitFor()
    await dialog.getByRole('button', { name: 'Save this choice' }).click()
    await mine.getByRole('heading', { level: 1, name: renamed }).waitFor()
    const { body } = await remote.call('GET', `/${slug}/${row.id}`)
    expect(body.result).toMatchObject({ name: renamed, reportingIntervalS: 77 })
  })

  it('asks before unsaved changes are lost, and only then', async () => {
    const page = await browser.openSignedIn(`/pages/${slug}/new`)
    const toDashboard = page.getByRole('link', { name: 'Frond, home' })
    await page.getByLabel('Name').fill('half a name')
    await toDashboard.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
    expect(await page.getByLabel('Name').inputValue()).toBe('half a name')
    await page.getByLabel('Name').fill('')
    await toDashboard.click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  })

  it('restores what was typed when the session ended meanwhile', async () => {
    const page = await browser.openSignedIn(`/pages/${slug}/new`)
    const name = newName('Draft')
    await fillNew(page, slug, name)
    const ended = { message: 'The session has ended', code: 'unauthenticated', requestId: 'none' }
    await page.route('**/api/v1/**', (route) => route.fulfill({ status: 401, json: ended }))
    await page.getByRole('button', { name: `Create ${one}` }).click()
    await page.waitForURL('**/sign-in*')
    await page.unroute('**/api/v1/**')
    await submitSignIn(page, adminEmail, adminPassword)
    await page.waitForURL(`**/pages/${slug}/new`)
    await page.getByRole('button', { name: 'Restore them' }).click()
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe(name)
  })

  it('clones a row with its unique fields empty', async () => {
    const row = await remote.create(slug, { reportingIntervalS: 123 })
    const page = await browser.openSignedIn(`/pages/${slug}/${row.id}`)
    await page.getByRole('link', { name: 'Clone' }).click()
    await page.getByRole('heading', { level: 1, name: `New ${one}, like ${row.name}` }).waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('')
    expect(await page.getByLabel('EUI').inputValue()).toBe('')
    expect(await page.getByLabel('Reporting interval').inputValue()).toBe('123')
  })
})

describe('the label of a device', () => {
  it('prints alone, and a form reads the EUI of its code with the camera', async () => {
    const { id, name, ...row } = await remote.create('sensors', { name: newName('Labelled') })
    const page = await browser.openSignedIn(`/pages/sensors?q=${encodeURIComponent(name)}`)
    const code = page.getByRole('img', { name: `QR code: page and EUI of ${name}` })
    const printed = async () => {
      await code.waitFor()
      await page.emulateMedia({ media: 'print' })
      expect(await code.isVisible()).toBe(true)
      expect(await page.getByRole('heading').allTextContents()).toEqual([])
      expect(await sheetsOf(page)).toBe(1)
      expect(await sheetsOf(page, { width: '62mm', height: '29mm' }), 'sheets of label paper').toBe(1)
      await page.emulateMedia({ media: null })
    }
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Label…' }).click()
    await printed()
    await goTo(page, `/pages/sensors/${id}`)
    await page.getByRole('button', { name: 'Label' }).click()
    await printed()

    await showToCamera(code)
    await goTo(page, '/pages/sensors/new')
    await page.getByRole('button', { name: 'Scan a label' }).click()
    await expect.poll(() => page.getByLabel('EUI').inputValue()).toBe(row['eui'])
    await page.getByRole('dialog', { name: 'Scan a label' }).waitFor({ state: 'detached' })
  })
})

/** Gives the page a camera that sees a drawn code. Chromium on Linux has no detector of its own, so that the library reads the picture. */
async function showToCamera(code: Locator): Promise<void> {
  await code.evaluate((svg) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
    const context = canvas.getContext('2d')
    const scale = 400 / Number(svg.getAttribute('viewBox')?.split(' ')[3])
    if (context === null) throw new Error('No canvas')
    context.fillStyle = 'white'
    context.fillRect(0, 0, 640, 480)
    context.save()
    context.translate(120, 40)
    context.scale(scale, scale)
    context.clip(new Path2D(svg.querySelector('path:last-of-type')?.getAttribute('d') ?? ''))
    context.fillStyle = 'black'
    context.fillRect(0, 0, 400, 400)
    context.restore()
    // A canvas's stream has a picture only when something is drawn.
    const draw = () => {
      context.fillRect(0, 0, 1, 1)
      requestAnimationFrame(draw)
    }
    draw()
    navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream())
  })
}
