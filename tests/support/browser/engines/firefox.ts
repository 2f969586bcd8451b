import { launch, type ElementHandle, type Page } from 'puppeteer-core'
import { vi } from 'vitest'
import { PATIENCE_MS, selectors, size, type EngineWindow, type Kind } from './engine'

/** Opens a window of Firefox, driven by WebDriver BiDi. */
export async function openFirefox(): Promise<EngineWindow> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: process.env['FIREFOX'] ?? '/usr/bin/firefox-esr',
    defaultViewport: size,
    timeout: PATIENCE_MS,
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error instanceof Error ? error.message : String(error)))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  const on = <T>(kind: Kind, name: string, act: (element: ElementHandle) => Promise<T>) =>
    vi.waitFor(async () => act(await find(page, kind, name)), { timeout: PATIENCE_MS, interval: 100 })
  return {
    resize: (width, height) => page.setViewport({ width, height }),
    async open(address) {
      await page.goto(address)
    },
    see: (kind, name) =>
      on(kind, name, async (element) => {
        if (!(await element.isVisible())) throw new Error(`The ${kind} “${name}” is not seen`)
      }),
    click: (kind, name) => on(kind, name, (element) => element.click()),
    fill: (field, text) => on('field', field, (element) => element.asLocator().fill(text)),
    async choose(field, value) {
      await on('field', field, (element) => element.select(value))
    },
    async press(...keys) {
      for (const key of keys) await page.keyboard.down(key)
      for (const key of keys.toReversed()) await page.keyboard.up(key)
    },
    evaluate: (expression) => page.evaluate(expression),
    async photograph(path) {
      await page.screenshot({ path })
    },
    errors: () => Promise.resolve(errors),
    close: () => browser.close(),
  }
}

/** Finds the first element of this kind and name; rejects when there is none. */
async function find(page: Page, kind: Kind, name: string): Promise<ElementHandle> {
  const role = kind === 'field' ? '' : `[role="${kind}"]`
  // One query for the whole page is quicker than one for each of its many links.
  const among = kind === 'link' || kind === 'button' ? '' : `:is(${selectors[kind]})`
  const found = await page.$(`${among}::-p-aria([name="${name}"]${role})`)
  if (found === null) throw new Error(`There is no ${kind} “${name}”`)
  return found
}
