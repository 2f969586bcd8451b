import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { isFull, seed } from '../full'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const widths = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 375, height: 812 },
] as const
const themes = ['light', 'dark'] as const
/** Every theme at every width, and the narrowest window that WCAG asks for. */
const looks = [
  ...widths.flatMap((size) => themes.map((colorScheme) => ({ colorScheme, size }))),
  { colorScheme: 'dark', size: { width: 320, height: 640 } },
] as const

/** Lists axe's findings against WCAG 2.2 A and AA and its own best practices, one line each. */
export async function findings(page: Page): Promise<string[]> {
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
  await stuck(page, false)
  // Evaluates a text through the debugger, because the page's content security policy blocks other scripts.
  const found = await page.evaluate<
    string[]
  >(`(() => { globalThis.axe ?? (() => { ${axe} })(); return axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations'] })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' ' + target.join(' ') + ': ' + failureSummary))) })()`)
  await stuck(page, true)
  return found
}

/** Lets the pager stick to the window's edge, or not: axe takes the rows' targets under it for too small, although they can be scrolled out. */
function stuck(page: Page, sticks: boolean): Promise<void> {
  return page.evaluate(
    (position) => {
      for (const pager of document.querySelectorAll<HTMLElement>('nav[aria-label=Pages]')) pager.style.position = position
    },
    sticks ? '' : 'static',
  )
}

/** Returns whether the page scrolls sideways. */
function overflows(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}

let round = seed

/**
 * Lists axe's findings in what is shown, except the rules in `except`: in every theme and width in `npm run test:full`, otherwise in one,
 * by the seed and by turns. Also reports sideways scrolling. Restores the page afterwards.
 */
export async function barriers(page: Page, what: string, except: readonly string[] = []): Promise<string[]> {
  const found: string[] = []
  const before = page.viewportSize()
  const next = looks[(round += 1) % looks.length]
  for (const { colorScheme, size } of isFull || next === undefined ? looks : [next]) {
    const look = `${colorScheme}, ${size.width} px`
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(size)
    const broken = (await findings(page)).filter((finding) => !except.some((rule) => finding.startsWith(`${rule} `)))
    found.push(...broken.map((finding) => `${what}, ${look}: ${finding}`))
    if (await overflows(page)) found.push(`${what}, ${look}: can be scrolled sideways`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before !== null) await page.setViewportSize(before)
  return found
}
