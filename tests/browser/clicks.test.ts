// @module-tag full
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startChromium } from '../support/browser/browser'
import { newName, signInRemotely, type Remote, type Row } from '../support/browser/remote'

const browser = startChromium()

/** Ways to press something. Moving there, with the mouse or by Tab and arrows, does not count. */
const ways = {
  mouse: (target: Locator) => target.click(),
  async keyboard(target: Locator) {
    const role = await target.getAttribute('role')
    await reach(target, role === 'option' || role === 'menuitem' ? 'ArrowDown' : 'Tab')
    await target.page().keyboard.press((await target.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter')
  },
} as const

/** Moves from the focus to an element with one key. The focus stays in the field while the arrows walk along its options. */
async function reach(target: Locator, key: 'Tab' | 'ArrowDown'): Promise<void> {
  const isReached = () =>
    target.evaluate(
      (element) =>
        element === document.activeElement || element.ariaSelected === 'true' || element.hasAttribute('data-highlighted'),
    )
  for (let steps = 0; steps < 200 && !(await isReached()); steps += 1) await target.page().keyboard.press(key)
  if (!(await isReached())) throw new Error(`${key} does not reach ${String(target)}`)
}

/** The dashboard, and the functions that press and count. */
interface Desk {
  readonly page: Page
  readonly press: (target: Locator) => Promise<void>
}

/** An administrator's tasks, each with the most presses it may take from the dashboard. src/app/README.md has the table. */
const wants: readonly { readonly what: string; readonly most: number; readonly go: (desk: Desk) => Promise<void> }[] = [
  {
    what: 'to know why a gateway is offline',
    most: 2,
    async go({ page, press }) {
      await press(
        attention(page)
          .getByRole('link', { name: /^Details of/ })
          .first(),
      )
      await page.getByRole('region', { name: 'Why it is offline' }).waitFor()
    },
  },
  {
    what: 'to register a sensor that is heard',
    most: 3,
    async go({ page, press }) {
      await press(
        attention(page)
          .getByRole('link', { name: /^Register/ })
          .first(),
      )
      await page.getByLabel('Name').fill(newName('Adopted'))
      await press(page.getByRole('button', { name: 'Create sensor' }))
      await page.getByRole('heading', { level: 1, name: /Adopted/ }).waitFor()
    },
  },
  {
    what: 'to move 25 sensors to another gateway',
    most: 6,
    async go({ page, press }) {
      await press(menu(page).getByRole('link', { name: 'Sensors' }))
      await press(page.getByRole('checkbox', { name: 'Select all on this page' }))
      await press(page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Move' }))
      const dialog = page.getByRole('alertdialog', { name: 'Move 25 sensors?' })
      await dialog.getByRole('combobox', { name: 'Gateway' }).fill('Range B')
      await press(page.getByRole('option', { name: /Range B/ }).first())
      await press(dialog.getByRole('button', { name: 'Move 25 sensors' }))
      await toasts(page)
        .getByText(/sensors moved$/)
        .waitFor()
      // Undoes the move, so that the run by keyboard has sensors to move.
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await toasts(page).getByText('25 sensors changed back').waitFor()
    },
  },
  {
    what: 'to see a plant’s week against its target range',
    most: 3,
    async go(desk) {
      await find(desk, sensor.plantName)
      const curves = desk.page.getByRole('region', { name: 'History' })
      await curves.getByText(/Target range:/).waitFor()
      await curves.getByRole('button', { name: '7 d', pressed: true }).waitFor()
    },
  },
  {
    what: 'to stop a bad rollout',
    most: 2,
    async go({ page, press }) {
      await press(page.getByRole('region', { name: 'Rollouts' }).getByRole('button', { name: /^Stop / }))
      await press(page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }))
      await toasts(page)
        .getByText(/ stopped$/)
        .waitFor()
    },
  },
  {
    what: 'to know who changed a sensor’s plant',
    most: 2,
    async go(desk) {
      await find(desk, sensor.name)
      const { page } = desk
      await page.getByRole('region', { name: 'Change history' }).getByText('Plant', { exact: true }).first().waitFor()
      await page.getByRole('region', { name: 'Change history' }).getByText('Administrator').first().waitFor()
    },
  },
  {
    what: 'to silence a noisy rule for a night',
    most: 3,
    async go({ page, press }) {
      const alerts = page.getByRole('region', { name: 'Open alerts' })
      await press(alerts.getByRole('button', { name: /^What to do about/ }).last())
      await press(page.getByRole('menuitem', { name: 'Silence the rule for the night' }))
      await toasts(page)
        .getByText(/ silenced$/)
        .waitFor()
    },
  },
]
/** A sensor with a plant that the administrator assigned, and readings for which the plant has a target range. */
let sensor: { readonly name: string; readonly plantName: string }

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const attention = (page: Page) => page.getByRole('region', { name: 'Needs attention' })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' })

/** Finds a row by its name from anywhere. */
async function find({ page, press }: Desk, name: string): Promise<void> {
  await press(page.getByRole('button', { name: 'Search' }))
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox', { name: 'Search everything' }).fill(name)
  await press(palette.getByRole('option', { name }).first())
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Removes a sensor's plant, and assigns it again. */
async function giveAPlant(remote: Remote): Promise<typeof sensor> {
  const { body } = await remote.call('GET', '/sensors?condition=out_of_range&pageSize=1')
  const [row] = body.result as { id: string; name: string; plantId: string; plantName: string }[]
  if (row === undefined) throw new Error('No sensor of the demo is out of range')
  for (const plantId of [null, row.plantId]) {
    const { status } = await remote.call('POST', '/sensors/bulk_update', { ids: [row.id], set: { plantId } })
    expect(status).toBe(200)
  }
  return row
}

/** Starts another rollout of the firmware that the demo rolls out, unless one is running. */
async function startARollout(remote: Remote): Promise<void> {
  const { body } = await remote.call('GET', '/rollouts?pageSize=50')
  const rows = body.result as { status: string; firmwareId: string }[]
  const [first] = rows
  if (first === undefined || rows.some(({ status }) => status === 'running')) return
  const draft = { name: newName('Again'), firmwareId: first.firmwareId, canaryCount: 1, goOnPct: 100, withinH: 24, stopPct: 50 }
  const created = await remote.call('POST', '/rollouts/register', draft)
  const { id } = created.body.result as Row
  expect((await remote.call('POST', `/rollouts/${id}/start`, {})).status).toBe(200)
}

describe.each(['mouse', 'keyboard'] as const)('from the dashboard, by %s', (way) => {
  it.each(wants)('takes at most $most presses $what', async ({ most, go }) => {
    const remote = await signInRemotely()
    sensor = await giveAPlant(remote)
    await startARollout(remote)
    const page = await browser.openSignedIn('/pages/dashboard')
    await attention(page).waitFor()
    let presses = 0
    await go({
      page,
      async press(target) {
        presses += 1
        await ways[way](target)
      },
    })
    expect(presses).toBeLessThanOrEqual(most)
  })
})
