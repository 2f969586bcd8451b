// @module-tag long
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { barriers } from '../support/browser/barriers'
import { startChromium } from '../support/browser/browser'
import { dealt, seed } from '../support/full'

const browser = startChromium()

/** The shell around next to nothing, and a list of few rows: tests/browser/accessibility searches whole pages. */
const SHELL = '/pages/nowhere'
const LIST = '/pages/gateways?pageSize=10'

/** An element that opens over a page. */
interface Opening {
  readonly what: string
  readonly path: string
  readonly open: (page: Page) => Promise<unknown>
  /** The element that shows that it is open. */
  readonly sign: (page: Page) => ReturnType<Page['locator']>
  readonly narrow?: true
  /** Rules of axe that it breaks on purpose. */
  readonly except?: readonly string[]
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('main').getByRole('button', { name }).first().click()
const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name })

const openings: readonly Opening[] = [
  {
    what: 'the palette',
    path: SHELL,
    open: (page) => page.getByRole('button', { name: 'Search' }).click(),
    sign: dialog('Search and commands'),
  },
  { what: 'the keys', path: SHELL, open: (page) => page.keyboard.press('?'), sign: dialog('Keyboard shortcuts') },
  {
    what: 'the account menu',
    path: SHELL,
    open: (page) => page.getByRole('button', { name: 'Account' }).click(),
    sign: (page) => page.getByRole('menu', { name: 'Account' }).getByText('@'),
  },
  {
    what: 'the notifications',
    path: SHELL,
    async open(page) {
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('menuitem', { name: 'Notifications' }).click()
    },
    sign: dialog('Notifications'),
  },
  {
    what: 'the theme menu',
    path: SHELL,
    open: (page) => page.getByRole('button', { name: 'Theme' }).click(),
    sign: (page) => page.getByRole('menu', { name: 'Theme' }),
  },
  {
    what: 'the saved views',
    path: LIST,
    open: press(/^Views/),
    sign: (page) => page.getByRole('list', { name: 'Views' }),
  },
  {
    what: 'the columns',
    path: LIST,
    open: press(/^Columns/),
    sign: (page) => page.getByRole('list', { name: 'Columns' }),
  },
  {
    what: 'a filter by reference',
    path: LIST,
    open: press(/^Hardware/),
    sign: (page) => page.getByRole('combobox', { name: 'Hardware' }),
  },
  { what: 'the export', path: LIST, open: press('Export'), sign: dialog('Export gateways') },
  { what: 'the filters', path: LIST, open: press(/^Filters/), sign: dialog('Filters'), narrow: true },
  {
    what: 'the menu of a row',
    path: LIST,
    open: press(/^Actions for/),
    sign: (page) => page.getByRole('menuitem', { name: 'Open' }),
    // The menu may cover a part of a button behind it, which cannot be pressed before the menu is closed.
    except: ['target-size'],
  },
  {
    what: 'the selection',
    path: LIST,
    open: (page) => page.getByRole('checkbox', { name: 'Select all on this page' }).check(),
    sign: (page) => page.getByRole('main').getByText(/on this page selected/),
  },
  { what: 'the import', path: LIST, open: press('Import'), sign: dialog(/^Import/) },
  {
    what: 'the edit of several rows',
    path: LIST,
    async open(page) {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await press('Edit')(page)
    },
    sign: dialog(/^Edit/),
  },
  {
    what: 'the question before rows are deleted',
    path: '/pages/sensors?pageSize=10',
    async open(page) {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await press('Delete')(page)
    },
    sign: (page) => page.getByRole('alertdialog'),
  },
  {
    what: 'a form with errors',
    path: '/pages/gateways/new',
    open: press('Create gateway'),
    sign: (page) => page.getByText('Name is required'),
  },
  {
    what: 'a picker',
    path: '/pages/plants/new',
    open: (page) => page.getByRole('combobox', { name: 'Humidity group' }).fill('no such group'),
    sign: (page) => page.getByRole('option', { name: 'Create “no such group” …' }),
    // While its list is open, Base UI hides the page from a screen reader's cursor, and Tab closes the list before it leaves the field.
    except: ['aria-hidden-focus', 'page-has-heading-one', 'region'],
  },
  {
    what: 'a new row over a form',
    path: '/pages/plants/new',
    async open(page) {
      await page.getByRole('combobox', { name: 'Humidity group' }).fill('no such group')
      await page.getByRole('option', { name: 'Create “no such group” …' }).click()
    },
    sign: dialog('New humidity group'),
  },
  {
    what: 'the peek at a picked row',
    path: '/pages/plants/new',
    async open(page) {
      await page.getByRole('combobox', { name: 'Humidity group' }).click()
      await page.getByRole('listbox').getByRole('option').first().click()
      await press(/^Peek at/)(page)
    },
    sign: (page) => page.getByRole('link', { name: /Open this humidity group/ }),
  },
  {
    what: 'a tooltip',
    path: LIST,
    open: (page) => page.getByRole('button', { name: 'Theme' }).hover(),
    sign: (page) => page.getByRole('tooltip'),
  },
]

describe('an element that opens over a page', () => {
  it('has no findings of axe in either theme at any width', { timeout: 300_000 }, async () => {
    const page = await browser.openSignedIn('/pages/dashboard')
    const found: string[] = []
    // Half of them, by the seed, which CI changes each day.
    for (const { what, path, open, sign, narrow, except } of dealt(openings, seed % 2, 2)) {
      await page.setViewportSize(narrow ? { width: 320, height: 640 } : { width: 1440, height: 900 })
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
      await open(page)
      await sign(page).first().waitFor()
      found.push(...(await barriers(page, what, except)))
    }
    expect(found).toEqual([])
  })
})
