import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startChromium } from '../support/browser/browser'
import { newName } from '../support/browser/remote'

const browser = startChromium()

/** Opens the dialog that creates a humidity group of this name, from the form of a plant, by the keyboard. */
async function createGroup(page: Page, name: string) {
  const picker = page.getByRole('combobox', { name: 'Humidity group' })
  await picker.focus()
  await page.keyboard.type(name)
  await page.getByRole('option', { name: `Create “${name}” …` }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New humidity group' })
  await dialog.getByLabel('Lowest soil moisture').fill('20')
  return { picker, dialog }
}

describe('a picker of a form', () => {
  it('creates a missing group with the keyboard alone, over the form, which keeps its values', async () => {
    const name = newName('Bog')
    const page = await browser.openSignedIn('/pages/plants/new')
    await page.getByLabel('Scientific name').fill('Hoya kerrii')
    const { picker, dialog } = await createGroup(page, name)

    // However often Escape is pressed, the typed text is discarded only after confirmation.
    const question = page.getByRole('alertdialog', { name: 'Discard what you entered?' })
    for (let time = 0; time < 3; time += 1) {
      await page.keyboard.press('Escape')
      await question.waitFor()
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
    }
    expect(await dialog.getByLabel('Lowest soil moisture').inputValue()).toBe('20')

    await dialog.getByLabel('Highest soil moisture').fill('60')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => picker.inputValue()).toBe(name)
    expect(await picker.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await page.getByLabel('Scientific name').inputValue()).toBe('Hoya kerrii')

    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const link = page.getByRole('dialog', { name }).getByRole('link', { name: /Open this humidity group/ })
    await link.waitFor()
    const opened = page.context().waitForEvent('page')
    await link.click()
    await (await opened).getByRole('heading', { level: 1, name }).waitFor()
    await page.bringToFront()
    await page.keyboard.press('Escape')
    expect(await page.getByLabel('Scientific name').inputValue()).toBe('Hoya kerrii')
  })

  it('has the focus again when its dialog is discarded', async () => {
    const page = await browser.openSignedIn('/pages/plants/new')
    const { picker, dialog } = await createGroup(page, newName('Marsh'))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await picker.evaluate((input) => input === document.activeElement)).toBe(true)
  })
})

describe('a text field under a dialog', () => {
  it('takes what is typed on, where it was left, once the dialog is closed', async () => {
    const page = await browser.openSignedIn('/pages/plants/new')
    const name = page.getByLabel('Scientific name')
    await name.click()
    await page.keyboard.type('Hoya ')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search everything' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.type('kerrii')
    expect(await name.inputValue()).toBe('Hoya kerrii')
  })
})

describe('a picker that shows a row', () => {
  it('searches for what is typed after a click, in place of the row’s name', async () => {
    const page = await browser.openSignedIn('/pages/plants/new')
    const { picker, dialog } = await createGroup(page, newName('Fen'))
    await dialog.getByLabel('Highest soil moisture').fill('60')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByLabel('Scientific name').focus()
    await picker.click()
    await page.getByRole('option').first().waitFor()
    await page.keyboard.type('Bog')
    expect(await picker.inputValue()).toBe('Bog')
  })
})

describe('the menus of rows', () => {
  it('open beside their button by one press, also while another one is open, and close by the next', async () => {
    const page = await browser.openSignedIn('/pages/sensors')
    await page.getByRole('main').getByRole('rowheader').first().waitFor()
    const buttons = page.getByRole('button', { name: /^Actions for/ })
    // Rows far enough apart that no menu covers the other's button.
    for (const nth of [1, 9]) {
      const button = buttons.nth(nth)
      await button.click()
      const menu = page.getByRole('menu', { name: (await button.getAttribute('aria-label')) ?? '' })
      await expect
        .poll(() =>
          menu
            .getByRole('menuitem')
            .first()
            .evaluate((item) => item === document.activeElement),
        )
        .toBe(true)
      const [of, at] = [await button.boundingBox(), await menu.boundingBox()]
      expect(Math.abs((at?.y ?? 0) - (of?.y ?? 0) - (of?.height ?? 0))).toBeLessThan(10)
    }
    expect(await page.getByRole('menu').count()).toBe(1)
    await buttons.nth(9).click()
    await expect.poll(() => page.getByRole('menu').count()).toBe(0)
    await buttons.nth(2).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('menu').getByRole('menuitem', { name: 'Edit' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => buttons.nth(2).evaluate((button) => button === document.activeElement)).toBe(true)
  })
})

describe('a row that the pointer rests on', () => {
  it('is fetched before it is opened', async () => {
    const page = await browser.openSignedIn('/pages/sensors')
    const row = page.getByRole('main').locator('[data-row]').nth(2)
    const id = await row.getAttribute('data-row')
    const fetched = page.waitForRequest((request) => request.url().endsWith(`/api/v1/sensors/${id}`))
    await row.hover()
    await fetched
    expect(new URL(page.url()).pathname).toBe('/pages/sensors')
  })
})
