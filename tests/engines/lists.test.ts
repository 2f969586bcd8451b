import { afterAll, describe, expect, it } from 'vitest'
import { everyArea } from '../../src/areas'
import { listPath } from '../../src/crud/model/paths'
import { demo, stopDemo } from '../support/browser/demo'
import type { EngineWindow } from '../support/browser/engines/engine'
import { engines, signIn, useWindow } from '../support/browser/engines/windows'
import { cutCells, strayControls, strayTitles } from '../support/browser/lists'

afterAll(stopDemo)

/** Whether the list has its rows, in the console's own typeface. */
const isRead = `document.fonts.status === 'loaded' && document.querySelector('main table[aria-busy=false] tbody th') !== null`

/** Ticks the next column that is not chosen, in the open panel; its value is how many there were, null while the panel is not open. */
const chooseNext = `(() => {
  const boxes = [...document.querySelectorAll('.list-panel [type=checkbox]')]
  const left = boxes.filter((box) => !box.checked)
  left[0]?.click()
  return boxes.length === 0 ? null : left.length
})()`

async function openList(window: EngineWindow, slug: string): Promise<void> {
  await window.open(`${(await demo()).origin}${listPath(slug)}`)
  await expect.poll(() => window.evaluate(isRead)).toBe(true)
}

/** Lists the cells that are cut and the controls out of their row; each engine measures text in its own way. */
async function flaws(window: EngineWindow, list: string): Promise<string[]> {
  const found = [await window.evaluate(cutCells), await window.evaluate(strayControls)] as string[][]
  return found.flat().map((flaw) => `${list}, ${flaw}`)
}

describe.each(engines)('the lists in $name', ({ open }) => {
  const current = useWindow(open)

  it('keep every cell within its frame and the filters in one row at every width', async () => {
    const window = current()
    await signIn(window)
    for (const { slug } of everyArea) {
      await window.resize(1920, 900)
      await openList(window, slug)
      for (const width of [1920, 1440, 1024]) {
        await window.resize(width, 900)
        await expect.poll(() => window.evaluate('innerWidth')).toBe(width)
        await expect.poll(() => flaws(window, `${slug} at ${width} pixels`)).toEqual([])
      }
    }
  })

  it('have their titles in sight above their columns when a user has chosen more than fit', async () => {
    const window = current()
    await signIn(window)
    await window.resize(1024, 700)
    await openList(window, 'sensors')
    await window.click('button', 'Columns')
    await expect.poll(() => window.evaluate(chooseNext)).toBe(0)
    await expect.poll(() => window.evaluate(strayTitles)).toEqual([])
  })

  it('are measured by functions that find a row beyond the frame, a cut text and controls in two rows', async () => {
    const window = current()
    await signIn(window)
    await openList(window, 'gateways')
    await window.evaluate(`(() => {
      const style = (selector, rules) => Object.assign(document.querySelector(selector).style, rules)
      style('main tbody td[data-label=State]', { display: 'block', width: '20px', overflow: 'hidden', whiteSpace: 'nowrap' })
      style('main tbody tr:nth-child(2)', { translate: '100%' })
      style('.list > .toolbar > .toolbar-start', { flexWrap: 'wrap', maxWidth: '300px' })
    })()`)
    const found = await flaws(window, 'gateways')
    for (const kind of ['State', 'EUI', 'Control']) expect(found).toContainEqual(expect.stringContaining(`, ${kind}: `))
  })
})
