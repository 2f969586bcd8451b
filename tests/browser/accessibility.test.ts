// @module-tag long
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { everyArea } from '../../src/areas'
import { offers } from '../../src/crud/model/declaration'
import type { AnyRow } from '../../src/crud/model/crudCalls'
import { detailPath, editPath, listPath, newPath } from '../../src/crud/model/paths'
import { barriers, findings } from '../support/browser/barriers'
import { goTo, startChromium } from '../support/browser/browser'
import { signInRemotely } from '../support/browser/remote'
import { dealt, seed } from '../support/full'

const browser = startChromium()

const signedOut = [
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/confirmation-instructions',
  '/reset-password?token=x',
  '/confirm?token=x',
  '/nowhere',
]
const unregistered = ['/pages/dashboard', '/pages/activity', '/pages/account', '/pages/nowhere', '/invited']
/** A list without a match looks the same in every area: `npm test` walks to one of them. */
const withoutMatch = dealt(everyArea, seed % everyArea.length, everyArea.length)

async function walk(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    await goTo(page, path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    // Waits, because another search of the same list is another page for axe, too.
    if (path.includes('q=')) await page.getByRole('button', { name: 'Clear filters' }).first().waitFor()
    found.push(...(await barriers(page, path)))
  }
  return found
}

describe('the search for barriers', () => {
  it('finds one when there is one', async () => {
    const page = await browser.open('/sign-in')
    // Outside the elements of React, which may still be hydrating them.
    await page.evaluate(() => document.body.append(document.createElement('img'), document.createElement('button')))
    const found = (await findings(page)).join('\n')
    expect(found).toContain('image-alt')
    expect(found).toContain('button-name')
  })
})

describe('in both themes and at every width', () => {
  it('the signed-out pages have no findings of axe', { timeout: 120_000 }, async () => {
    expect(await walk(await browser.open('/sign-in'), signedOut)).toEqual([])
  })

  it('the pages outside the areas have no findings of axe', { timeout: 120_000 }, async () => {
    expect(await walk(await browser.openSignedIn('/pages/dashboard'), unregistered)).toEqual([])
  })

  // `npm test` walks through every other area, by the seed.
  it.each(dealt(everyArea, seed % 2, 2).map((area) => [area.slug, area] as const))(
    'the pages of %s have nothing that axe objects to',
    { timeout: 180_000 },
    async (slug, area) => {
      const declared = await area.declared()
      const remote = await signInRemotely()
      const { body } = await remote.call('GET', `/..${declared.resource.listPath.replace('/api', '')}?pageSize=200`)
      const rows = body.result as readonly AnyRow[]
      const [first] = rows
      if (first === undefined) throw new Error(`The demo has no ${slug}`)
      const editable = rows.find((row) => offers(declared, 'update', row))
      const paths = [
        listPath(slug),
        ...(withoutMatch.includes(area) ? [listPath(slug, { q: 'there-is-no-such-thing' })] : []),
        detailPath(slug, first.id),
        ...(offers(declared, 'create') ? [newPath(slug)] : []),
        ...(editable === undefined ? [] : [editPath(slug, editable.id)]),
        ...Object.keys(area.pages ?? {}).map((part) => `${listPath(slug)}/${part}`),
      ]
      expect(await walk(await browser.openSignedIn('/pages/nowhere'), paths)).toEqual([])
    },
  )
})

describe('a state', () => {
  it('has a shape of its own beside its word, so that it does not depend on colour', async () => {
    const page = await browser.openSignedIn('/pages/dashboard')
    const words = [
      ['state=online', 'Online'],
      ['state=offline', 'Offline'],
      ['condition=out_of_range', 'Out of range'],
      ['condition=no_range', 'No range'],
      ['condition=no_data', 'No data'],
    ] as const
    const shapes: string[] = []
    for (const [filter, word] of words) {
      await goTo(page, `/pages/sensors?${filter}`)
      const state = page.getByRole('cell').getByText(word, { exact: true }).first()
      shapes.push(
        await state.evaluate((element) => {
          const { borderTopLeftRadius, borderTopStyle, borderTopWidth, clipPath, content } = getComputedStyle(element, '::before')
          return content === 'none' ? 'no shape' : [borderTopLeftRadius, borderTopStyle, borderTopWidth, clipPath].join()
        }),
      )
    }
    expect(shapes).not.toContain('no shape')
    expect(new Set(shapes).size).toBe(words.length)
  })
})

describe('a page that was just opened', () => {
  it('has its title in the window and the focus on its heading when it was reached by a link', async () => {
    const page = await browser.openSignedIn('/pages/dashboard')
    await page.getByRole('navigation').getByRole('link', { name: 'Sensors' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Sensors' }).waitFor()
    await expect.poll(() => page.title()).toContain('Sensors')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  })

  it('skips the menu by the link at the first Tab', async () => {
    const page = await browser.openSignedIn('/pages/dashboard')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('body').press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  })
})

describe('a page for a user who prefers less motion', () => {
  it('changes the theme without a transition', async () => {
    const page = await browser.openSignedIn('/pages/dashboard', { reducedMotion: 'reduce', colorScheme: 'light' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await page.evaluate(() => document.getAnimations().map(({ constructor }) => constructor.name))).not.toContain(
      'CSSTransition',
    )
  })
})

describe('a button without text', () => {
  it('shows its name when the keyboard reaches it, until Escape', async () => {
    const page = await browser.openSignedIn('/pages/dashboard')
    await page.getByRole('button', { name: 'Theme' }).focus()
    await page.keyboard.press('Tab')
    await page.getByRole('tooltip').filter({ hasText: 'Account' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('tooltip').waitFor({ state: 'hidden' })
  })
})

describe('a list with the text at twice its size', () => {
  it('has fewer columns and filters, of which none is cut or covered', async () => {
    const page = await browser.openSignedIn('/pages/sensors', { viewport: { width: 1440, height: 900 } })
    await page.getByRole('rowheader').first().waitFor()
    const filters = page.locator('.toolbar .filter')
    const before = await filters.count()
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    // Measures the list again.
    await page.setViewportSize({ width: 1400, height: 900 })

    await expect.poll(() => filters.count()).toBeLessThan(before)
    const cut = await filters.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
    expect(cut).toBe(0)
    const title = page.getByRole('rowheader').first().getByRole('link')
    const lines = await title.evaluate((one) => {
      const { fontSize, lineHeight } = getComputedStyle(one)
      return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)
    })
    expect(lines).toBeGreaterThan(1)
  })

  it('keeps the buttons beside its search apart in a narrow window', async () => {
    const page = await browser.openSignedIn('/pages/gateways', { viewport: { width: 760, height: 900 } })
    await page.getByRole('rowheader').first().waitFor()
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    // Measures the list again.
    await page.setViewportSize({ width: 720, height: 900 })
    const gap = async () => {
      const [more, views] = await Promise.all(
        ['More filters', 'Views'].map((name) => page.getByRole('button', { name }).boundingBox()),
      )
      return (views?.x ?? NaN) - (more?.x ?? NaN) - (more?.width ?? NaN)
    }
    await expect.poll(gap).toBeGreaterThanOrEqual(8)
  })
})
