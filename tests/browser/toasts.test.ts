import { describe, expect, it } from 'vitest'
import { goTo, startChromium } from '../support/browser/browser'
import { newName, remoteOnce } from '../support/browser/remote'

const browser = startChromium()
const remote = remoteOnce()

/** Deletes a sensor, and opens a modal dialog while its toast is shown. */
async function deletedUnderDialog() {
  const { id, name } = await remote.create('sensors', { name: newName('Toast') })
  const page = await browser.openSignedIn(`/pages/sensors/${id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete sensor' }).click()
  await page.getByText(`${name} deleted`, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import sensors' })
  await dialog.waitFor()
  const isBack = async () => (await remote.call('GET', `/sensors/${id}`)).status === 200
  expect(await isBack()).toBe(false)
  return { page, dialog, isBack, restored: page.getByText(`${name} restored`, { exact: true }) }
}

describe('a toast, when a dialog opens', () => {
  it('lies above it, and its Undo can be clicked', async () => {
    const { page, dialog, isBack, restored } = await deletedUnderDialog()
    await page.getByRole('button', { name: 'Undo' }).click()
    await restored.waitFor()
    expect(await isBack()).toBe(true)
    expect(await dialog.isVisible()).toBe(true)
  })

  it('follows the dialog’s own buttons in the keyboard’s order, and stays when the dialog closes', async () => {
    const { page, dialog, isBack, restored } = await deletedUnderDialog()
    const undo = page.getByRole('button', { name: 'Undo' })
    await dialog.getByRole('button', { name: 'Close' }).first().focus()
    await expect.poll(async () => (await page.keyboard.press('Tab'), page.locator(':focus').textContent())).toBe('Undo')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await undo.press('Enter')
    await restored.waitFor()
    expect(await isBack()).toBe(true)
  })

  it('does not cover the dialog’s buttons on a phone', async () => {
    const name = newName('Toast')
    for (const nth of [1, 2]) await remote.create('sensors', { name: `${name} ${nth}` })
    const page = await browser.openSignedIn(`/pages/sensors?q=${name}`, { viewport: { width: 375, height: 720 } })
    const question = page.getByRole('alertdialog')
    const ask = async (row: string) => {
      await page.getByRole('checkbox', { name: row }).check()
      await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
    }
    await ask(`${name} 1`)
    await question.getByRole('button', { name: /^Delete/ }).click()
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    await undo.waitFor()
    await ask(`${name} 2`)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    // The click waits until the button is free.
    expect(await undo.isVisible()).toBe(true)
  })
})

describe('a toast on a phone', () => {
  it('does not cover the buttons of a form', async () => {
    const { id, name } = await remote.create('sensors', { name: newName('Toast') })
    const page = await browser.openSignedIn(`/pages/sensors/${id}`, { viewport: { width: 375, height: 720 } })
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete sensor' }).click()
    const toast = page.getByText(`${name} deleted`, { exact: true })
    await toast.waitFor()
    await goTo(page, '/pages/sensors/new')
    const submit = page.getByRole('button', { name: 'Create sensor' })
    await submit.waitFor()
    // Where they are: a click would first scroll the button clear of the toast.
    const [above, below] = await Promise.all([page.locator('.toast').filter({ has: toast }).boundingBox(), submit.boundingBox()])
    expect((above?.y ?? NaN) + (above?.height ?? NaN)).toBeLessThanOrEqual(below?.y ?? NaN)
  })
})
