// Two headless Chromium, each with a profile of its own, over the built product; creates and edits in turn.
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from 'playwright-core'
import { ensureBuilt } from '../../../.scripts/build.mjs'
import { ensureChromium } from '../../../.scripts/chromium.mjs'
import { adminEmail, adminPassword, startProduct } from '../product'
import { wholeNumber } from './numbers'

/** Milliseconds of each change, by what was done. */
type Times = Readonly<Record<'create' | 'edit', number[]>>

declare global {
  /** When a page's last save was answered. */
  var frondAnsweredAt: number | undefined
}

const LIST = '/pages/humidity-groups'

const options = { changes: { type: 'string', default: '30' } } as const

export const help = `npm run bench -- --only live [options]

Measures how soon one browser shows what another one changed: from the answer to the save until the other window has painted it.

  --changes N  rows that are created, and then edited (${options.changes.default})`

/** Measures live changes; returns the exit code. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options })
  const changes = wholeNumber('changes', values.changes)
  const executablePath = await ensureChromium()
  ensureBuilt()
  const product = await startProduct()
  const launch = (): Promise<Browser> => chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const browsers = [await launch(), await launch()] as const
  const [writer, watcher] = [await signIn(browsers[0], product.origin), await signIn(browsers[1], product.origin)]
  await follow(watcher, `${product.origin}${LIST}?sort=-updatedAt`)
  const times: Times = { create: [], edit: [] }
  for (let at = 0; at < changes; at += 1) {
    const name = `Bench ${at}`
    times.create.push(await measure(writer, watcher, name, () => create(writer, product.origin, name)))
    times.edit.push(await measure(writer, watcher, `${name} edited`, () => edit(writer, `${name} edited`)))
  }
  report(changes, times)
  await Promise.all(browsers.map((browser) => browser.close()))
  await product.stop()
  return 0
}

async function signIn(browser: Browser, origin: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1366, height: 900 } })).newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(`${origin}/sign-in`)
  await page.getByLabel('Email').fill(adminEmail)
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  return page
}

/** Opens a page that receives live changes. */
async function follow(page: Page, url: string): Promise<void> {
  const listening = page.waitForResponse((response) => response.url().includes('/api/v1/events') && response.status() === 200)
  await page.goto(url)
  await page.getByRole('rowheader').first().waitFor()
  await listening
}

/** Milliseconds from the answer to `save` until the other window shows `text`. Both clocks are this machine's. */
async function measure(writer: Page, watcher: Page, text: string, save: () => Promise<void>): Promise<number> {
  const seen = watcher.evaluate(seenAt, text)
  await save()
  return (await seen) - (await writer.evaluate(() => globalThis.frondAnsweredAt ?? Number.NaN))
}

/** Runs in the page: resolves when the frame that shows `text` has been painted. */
function seenAt(text: string): Promise<number> {
  return new Promise((resolve) => {
    const look = (): void => {
      const shown = [...document.querySelectorAll('main th[scope=row]')].some((cell) => cell.textContent?.trim() === text)
      if (shown) requestAnimationFrame(() => resolve(Date.now()))
      else requestAnimationFrame(look)
    }
    look()
  })
}

async function create(page: Page, origin: string, name: string): Promise<void> {
  await page.goto(`${origin}${LIST}/new`)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Lowest soil moisture').fill('20')
  await page.getByLabel('Highest soil moisture').fill('60')
  await recordAnswers(page)
  await page.getByRole('button', { name: 'Create humidity group' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

async function edit(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Name').fill(name)
  await recordAnswers(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Makes the page record when its next save is answered. */
function recordAnswers(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { fetch } = globalThis
    globalThis.fetch = async (input, init) => {
      const response = await fetch(input, init)
      if (['POST', 'PUT'].includes(init?.method ?? 'GET')) globalThis.frondAnsweredAt ??= Date.now()
      return response
    }
    globalThis.frondAnsweredAt = undefined
  })
}

function report(changes: number, times: Times): void {
  console.log(
    `\nFrom the answer to a save until the other browser shows it, ${changes} of each, load ${loadavg()[0]?.toFixed(1)}\n`,
  )
  console.log(`${''.padEnd(10)}${['median', 'p95', 'max'].map((word) => word.padStart(10)).join('')}`)
  for (const [kind, all] of Object.entries(times)) {
    const sorted = all.toSorted((one, other) => one - other)
    const part = (share: number): number =>
      sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
    console.log(`${kind.padEnd(10)}${[part(0.5), part(0.95), part(1)].map((ms) => `${Math.round(ms)} ms`.padStart(10)).join('')}`)
  }
}
