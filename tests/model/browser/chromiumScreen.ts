import { expect, vi } from 'vitest'
import type { BrowserContext, Page, Request, Route } from 'playwright-core'
import type { MachineCoverage } from '../play'
import { faultsAbout, lose, losing, type Setting, type Screen, type Watched } from '../screen'
import { watchMachine } from './inPage'

/** Opens a page in Chromium on the built product, signed in, for the tours of a machine, one after the other. */
export async function openChromiumScreen(
  context: BrowserContext,
  { machine, held, content }: Setting,
  coverage: MachineCoverage,
): Promise<Screen & Watched & { readonly page: Page; open(path: string, groupId: string): Promise<void> }> {
  const page = await context.newPage()
  let place: string | undefined
  let waiting: Route | null = null
  let open = 0
  let faults = faultsAbout('')
  await page.exposeFunction(
    'frondTestStep',
    ({ value, transitions }: { readonly value: string; readonly transitions: readonly string[] }) => {
      place = value
      for (const id of transitions) coverage.take(id)
    },
  )
  await page.addInitScript(watchMachine, machine)
  await page.addInitScript(holdFiles)
  const isHeld = (request: Request) => held.test(`${request.method()} ${request.url()}`)
  await page.route('**/api/v1/**', (route) => {
    if (!isHeld(route.request())) return route.continue()
    waiting = route
    return undefined
  })
  page.on('request', (request) => {
    if (!isHeld(request)) open += 1
  })
  const close = (request: Request) => {
    if (!isHeld(request)) open -= 1
  }
  page.on('requestfinished', close)
  page.on('requestfailed', close)
  return {
    page,
    async open(path, groupId) {
      faults = faultsAbout(groupId)
      await page.goto('about:blank')
      waiting = null
      place = undefined
      open = 0
      await page.goto(path)
    },
    press: (button) => page.getByRole('button', { name: button, exact: true }).last().click(),
    choose: (label, name) =>
      page.getByLabel(label).setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }),
    async pick(label, values) {
      const box = page.getByLabel(label)
      const picked = await box.inputValue()
      await box.selectOption(values.find((value) => value !== picked) ?? '')
    },
    async pickFirst(label) {
      await page.getByRole('combobox', { name: label }).click()
      await page.getByRole('option', { disabled: false }).first().click()
    },
    async settle(ending) {
      const route = await vi.waitFor(() => waiting ?? Promise.reject(new Error('No call is held back')), { timeout: 60_000 })
      waiting = null
      if (ending === 'done') await route.continue()
      else if (ending === 'offline') await route.abort('internetdisconnected')
      else await route.fulfill({ status: faults[ending].status, json: faults[ending].body })
    },
    read: (read) => page.evaluate((text) => (Reflect.get(window, 'frondTestRead') as (text: string | null) => void)(text), read),
    type: (label, text) => page.getByRole('textbox', { name: label, exact: true }).fill(text),
    tick: (label) => page.getByRole('checkbox', { name: label, exact: true }).click(),
    async escape() {
      await page.locator('dialog[open]').waitFor()
      await page.keyboard.press('Escape')
      const question = page.getByRole('alertdialog', { name: losing })
      if (await question.isVisible()) await question.getByRole('button', { name: lose }).click()
    },
    goOnline: () => page.evaluate(() => void window.dispatchEvent(new Event('online'))),
    until: (check) => vi.waitFor(check, { timeout: 60_000, interval: 20 }),
    place: () => place,
    sees: (words) => page.getByText(words).first().waitFor(),
    rests: () => vi.waitFor(() => expect(open).toBe(0), { timeout: 60_000 }),
  }
}

/** Runs in the page: holds back the reading of files. */
function holdFiles(): void {
  File.prototype.arrayBuffer = () =>
    new Promise((resolve, reject) => {
      Object.assign(window, {
        frondTestRead(read: string | null) {
          if (read === null) reject(new DOMException('Gone', 'NotReadableError'))
          else resolve(new TextEncoder().encode(read).buffer)
        },
      })
    })
}
