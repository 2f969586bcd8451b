import type { Locator } from 'playwright-core'

const texts =
  'input:not([type=checkbox], [type=radio], [type=hidden], [type=file], [role], [readonly], [disabled]), textarea:not([readonly], [disabled])'

/** Returns the texts of a form's fields. */
export function values(form: Locator): Promise<string[]> {
  return form.locator(texts).evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
}

/** Fills the fields named in `types`, and picks a row for each reference that is required; without `types`, adds a letter to a text. */
export async function type(form: Locator, types: Readonly<Record<string, unknown>> | undefined): Promise<void> {
  if (types === undefined) return addLetter(form)
  for (const [name, value] of Object.entries(types)) await fill(form.locator(`[name="${name}"]`), value)
  for (const reference of await form.locator('[role=combobox][aria-required]').all()) {
    await reference.click()
    await form.page().getByRole('listbox').getByRole('option').first().click()
  }
}

/** Types a text or a number into a field; a list of them one by one, each with Enter. Skips other values, and fields that take no text. */
async function fill(field: Locator, value: unknown): Promise<void> {
  if ((await field.count()) === 0) return
  const tag = await field.evaluate((one) => `${one.tagName} ${one.getAttribute('type')}`)
  if (typeof value === 'string' && tag.startsWith('SELECT')) await field.selectOption(value)
  if (!/^INPUT (text|email|password|null)|TEXTAREA/.test(tag)) return
  if (typeof value === 'string' || typeof value === 'number') await field.fill(String(value))
  if (!Array.isArray(value)) return
  for (const one of value.filter((each) => typeof each === 'string')) {
    await field.fill(one)
    await field.press('Enter')
  }
}

/** Adds a letter to the first field that holds a text. */
async function addLetter(form: Locator): Promise<void> {
  for (const field of await form.locator(texts).all()) {
    const value = await field.inputValue()
    if (value === '' || (await field.getAttribute('inputmode')) !== null) continue
    await field.fill(`${value}x`)
    return
  }
}
