// `npm run bench -- --only live`: how soon one browser shows what another one changed: from the answer to the save until the other window
// has painted it. Two headless Chromium, each with a profile of its own, over the built product; creates and edits in turn. `--changes 30`.
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { ensureBuilt } from '../build.mjs'
import { ensureChromium } from '../chromium.mjs'
import { adminEmail, adminPassword, startProduct } from '../product.mjs'
import { fail } from '../root.mjs'

const { values: options } = parseArgs({ options: { changes: { type: 'string', default: '30' } } })
const changes = Number(options.changes)
const LIST = '/pages/humidity-groups'

try {
  const executablePath = await ensureChromium()
  ensureBuilt()
  const product = await startProduct()
  const browsers = await Promise.all(
    [1, 2].map(() => chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })),
  )
  const [writer, watcher] = await Promise.all(browsers.map((browser) => signIn(browser, product.origin)))
  await follow(watcher, `${product.origin}${LIST}?sort=-updatedAt`)
  const times = { create: [], edit: [] }
  for (let at = 0; at < changes; at += 1) {
    const name = `Bench ${at}`
    times.create.push(await measure(writer, watcher, name, () => create(writer, product.origin, name)))
    times.edit.push(await measure(writer, watcher, `${name} edited`, () => edit(writer, `${name} edited`)))
  }
  report(times)
  await Promise.all(browsers.map((browser) => browser.close()))
  await product.stop()
  process.exit(0)
} catch (error) {
  fail(error)
}

async function signIn(browser, origin) {
  const page = await (await browser.newContext({ viewport: { width: 1366, height: 900 } })).newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(`${origin}/sign-in`)
  await page.getByLabel('Email').fill(adminEmail)
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  return page
}

/** Opens a page that hears what others change. */
async function follow(page, url) {
  const listening = page.waitForResponse((response) => response.url().includes('/api/v1/events') && response.status() === 200)
  await page.goto(url)
  await page.getByRole('rowheader').first().waitFor()
  await listening
}

/** Milliseconds from the answer to `save` until the other window shows `text`. Both clocks are this machine's. */
async function measure(writer, watcher, text, save) {
  const seen = watcher.evaluate(seenAt, text)
  await save()
  return (await seen) - (await writer.evaluate(() => globalThis.frondAnsweredAt))
}

/** Runs in the page: when the frame that shows `text` has been made. */
function seenAt(text) {
  return new Promise((resolve) => {
    const look = () => {
      const shown = [...document.querySelectorAll('main th[scope=row]')].some((cell) => cell.textContent.trim() === text)
      if (shown) requestAnimationFrame(() => resolve(Date.now()))
      else requestAnimationFrame(look)
    }
    look()
  })
}

async function create(page, origin, name) {
  await page.goto(`${origin}${LIST}/new`)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Lowest soil moisture').fill('20')
  await page.getByLabel('Highest soil moisture').fill('60')
  await noteAnswers(page)
  await page.getByRole('button', { name: 'Create humidity group' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

async function edit(page, name) {
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Name').fill(name)
  await noteAnswers(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Has the page note when its next save was answered. */
function noteAnswers(page) {
  return page.evaluate(() => {
    const { fetch } = globalThis
    globalThis.fetch = async (input, init) => {
      const response = await fetch(input, init)
      if (['POST', 'PUT'].includes(init?.method ?? 'GET')) globalThis.frondAnsweredAt ??= Date.now()
      return response
    }
    delete globalThis.frondAnsweredAt
  })
}

function report(times) {
  console.log(
    `\nFrom the answer to a save until the other browser shows it, ${changes} of each, load ${loadavg()[0].toFixed(1)}\n`,
  )
  console.log(`${''.padEnd(10)}${['median', 'p95', 'max'].map((word) => word.padStart(10)).join('')}`)
  for (const [kind, all] of Object.entries(times)) {
    const sorted = all.toSorted((one, other) => one - other)
    const part = (share) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)]
    console.log(`${kind.padEnd(10)}${[part(0.5), part(0.95), part(1)].map((ms) => `${Math.round(ms)} ms`.padStart(10)).join('')}`)
  }
}
