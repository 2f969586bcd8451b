import { describe, expect, it } from 'vitest'
import { areas } from '../support/browser/areas'
import { startChromium } from '../support/browser/browser'
import { newName, remoteOnce } from '../support/browser/remote'

const browser = startChromium()
const remote = remoteOnce()

describe('the dashboard', () => {
  it('counts as many gateways and sensors as their lists show', async () => {
    const page = await browser.openSignedIn('/pages/dashboard')
    for (const { slug, title } of areas) {
      const { body } = await remote.call('GET', `/${slug}?pageSize=1`)
      const total = (body.meta?.total ?? 0).toLocaleString('en')
      const stat = page.getByRole('list', { name: 'Counts' }).getByRole('listitem').filter({ hasText: title })
      await expect.poll(async () => (await stat.innerText()).split(/\s+/)).toEqual([title, total])
      await stat.getByRole('link').click()
      await page.getByRole('navigation', { name: 'Pages' }).getByText(`of ${total} ${slug}`).waitFor()
      await page.goBack()
    }
  })
})

describe('the command palette', () => {
  it('opens a row, a page and a new row with the keyboard alone', async () => {
    const sensor = await remote.create('sensors', { name: newName('Palette') })
    const page = await browser.openSignedIn('/pages/dashboard')
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    const go = async (words: string, option: string | RegExp) => {
      await page.keyboard.press('Control+k')
      await palette.waitFor()
      await page.keyboard.type(words)
      await expect.poll(() => palette.getByRole('option', { selected: true }).innerText()).toMatch(option)
      await page.keyboard.press('Enter')
      await palette.waitFor({ state: 'detached' })
    }
    await go(sensor.name, new RegExp(sensor.name))
    await page.getByRole('heading', { level: 1, name: sensor.name }).waitFor()
    await go('light gr', /^Light Groups/)
    await page.getByRole('heading', { level: 1, name: 'Light Groups' }).waitFor()
    await go('new pla', /^New plant/)
    await page.getByRole('heading', { level: 1, name: 'New plant' }).waitFor()
    await page.keyboard.press('Control+k')
    await palette.getByRole('group', { name: 'Recent' }).getByText(sensor.name).waitFor()
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
  })
})

describe('deleting', () => {
  it('asks for the typed name of a gateway, cuts no part of the input’s focus ring, and detaches its sensors', async () => {
    const gateway = await remote.create('gateways', { name: newName('Doomed') })
    const sensor = await remote.create('sensors', { gatewayId: gateway.id })
    const page = await browser.openSignedIn(`/pages/gateways/${gateway.id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('alertdialog')
    const confirm = dialog.getByRole('button', { name: 'Delete gateway' })
    expect(await confirm.isDisabled()).toBe(true)
    const input = dialog.getByRole('textbox')
    const below = await input.evaluate((element) => {
      const frame = element.closest('.dialog-body')?.getBoundingClientRect().bottom ?? 0
      return frame - element.getBoundingClientRect().bottom
    })
    expect(below).toBeGreaterThanOrEqual(2)
    await input.fill(gateway.name)
    await confirm.click()
    await page.waitForURL('**/pages/gateways')
    expect((await remote.call('GET', `/gateways/${gateway.id}`)).status).toBe(404)
    expect((await remote.call('GET', `/sensors/${sensor.id}`)).body.result).toMatchObject({ gatewayId: null })
  })

  it('asks once for a sensor', async () => {
    const sensor = await remote.create('sensors', {})
    const page = await browser.openSignedIn(`/pages/sensors/${sensor.id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete sensor' }).click()
    await page.waitForURL('**/pages/sensors')
    expect((await remote.call('GET', `/sensors/${sensor.id}`)).status).toBe(404)
  })
})

describe('a plant request', () => {
  it('becomes a plant when it is published, and links to it', async () => {
    const page = await browser.openSignedIn('/pages/plant-requests?status=approved')
    await page.getByRole('link', { name: 'Venus flytrap' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Dionaea muscipula' }).first().click()
    await page.waitForURL('**/pages/plants/*')
    await page.getByRole('heading', { level: 1, name: 'Dionaea muscipula' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Venus flytrap' }).waitFor()
    expect(await page.getByRole('button', { name: /Publish|Reject/ }).count()).toBe(0)
  })
})
