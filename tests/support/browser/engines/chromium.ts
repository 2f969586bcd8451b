import { chromium, type Page } from 'playwright-core'
import { launch, wholeChromium } from '../browser'
import { PATIENCE_MS, size, type EngineWindow, type Kind } from './engine'

/** Opens a window of Chromium. */
export async function openChromium(): Promise<EngineWindow> {
  const browser = await chromium.launch({ ...launch, executablePath: wholeChromium })
  const page = await browser.newPage({ viewport: size })
  page.setDefaultTimeout(PATIENCE_MS)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  return {
    resize: (width, height) => page.setViewportSize({ width, height }),
    async open(address) {
      await page.goto(address)
    },
    see: (kind, name) => find(page, kind, name).waitFor(),
    click: (kind, name) => find(page, kind, name).click(),
    fill: (field, text) => find(page, 'field', field).fill(text),
    async choose(field, value) {
      await find(page, 'field', field).selectOption(value)
    },
    press: (...keys) => page.keyboard.press(keys.join('+')),
    evaluate: (expression) => page.evaluate(expression),
    async photograph(path) {
      await page.screenshot({ path })
    },
    errors: () => Promise.resolve(errors),
    close: () => browser.close(),
  }
}

function find(page: Page, kind: Kind, name: string) {
  const options = { name, exact: true }
  return (kind === 'field' ? page.getByLabel(name, options) : page.getByRole(kind, options)).first()
}
