import { afterAll, describe, expect, it } from 'vitest'
import { demo, stopDemo } from '../support/browser/demo'
import type { EngineWindow } from '../support/browser/engines/engine'
import { openWebKit } from '../support/browser/engines/webkit'
import { engines, signIn, useWindow } from '../support/browser/engines/windows'
import { newName, signInRemotely, type Row } from '../support/browser/remote'

afterAll(stopDemo)

const isCurveDrawn = `(() => {
  const canvas = document.querySelector('.chart-plot canvas')
  const picture = canvas?.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  return picture?.data.some((part) => part !== 0) ?? false
})()`

const rowNames = `[...document.querySelectorAll('main tbody th')].map((name) => name.textContent)`

/** Opens a list by the menu. */
async function openList(window: EngineWindow, title: string): Promise<void> {
  await window.click('link', title)
  await window.see('heading', title)
  await expect.poll(() => window.evaluate(rowNames)).not.toEqual([])
}

/** Finds a sensor with readings. */
async function measuring(): Promise<Row> {
  const remote = await signInRemotely()
  const { body } = await remote.call('GET', '/sensors?state=online&pageSize=200')
  const row = (body.result as Row[]).find(({ datapointsCount }) => Number(datapointsCount) > 0)
  if (row === undefined) throw new Error('The demo has no sensor that measures')
  return row
}

/** Goes from any page to a sensor's page by the list. */
async function openSensor(window: EngineWindow, name: string): Promise<void> {
  await window.click('link', 'Sensors')
  await window.see('heading', 'Sensors')
  await window.fill('Search sensors', name)
  await expect.poll(() => window.evaluate(rowNames)).toEqual([name])
  await window.click('link', name)
  await window.see('heading', name)
}

describe.each(engines)('an administrator with $name', ({ name: engine, open }) => {
  const current = useWindow(open)

  it('signs in, lists, filters, edits, sees a curve, opens the palette and signs out, without an error', async () => {
    const window = current()
    const sensor = await measuring()
    const renamed = newName(engine)

    await signIn(window)
    expect(Intl.getCanonicalLocales(String(await window.evaluate('navigator.language')))).toHaveLength(1)

    await openList(window, 'Gateways')
    await openList(window, 'Sensors')
    await window.choose('State', 'offline')
    await window.see('button', 'Remove filter State: Offline')
    await expect.poll(() => window.evaluate(rowNames)).not.toContain(sensor.name)
    await window.click('button', 'Remove filter State: Offline')
    await openSensor(window, sensor.name)
    await window.see('slider', 'Points of the curve')
    await expect.poll(() => window.evaluate(isCurveDrawn)).toBe(true)

    await window.click('link', 'Edit')
    await window.fill('Name', renamed)
    await window.click('button', 'Save changes')
    await window.see('heading', renamed)

    await window.press('Control', 'k')
    await window.see('dialog', 'Search and commands')
    await window.fill('Search everything', 'light gr')
    await window.see('option', 'New light group')
    await window.press('Enter')
    await window.see('heading', 'Light Groups')

    await window.click('button', 'Sign out')
    await window.see('heading', 'Sign in')
    expect(await window.errors()).toEqual([])
  })

  it('records errors that the page throws and logs', async () => {
    const window = current()
    await window.open(`${(await demo()).origin}/sign-in`)
    await window.evaluate(`setTimeout(() => { throw new Error('a fault') })`)
    await window.evaluate(`console.error('a complaint')`)
    await expect.poll(() => window.errors()).toContainEqual(expect.stringContaining('a fault'))
    await expect.poll(() => window.errors()).toContainEqual(expect.stringContaining('a complaint'))
  })
})

describe('WebKit', () => {
  describe('where the system’s language is no language tag', () => {
    const current = useWindow(() => openWebKit('C.UTF-8'))

    it('draws a sensor’s curve', async () => {
      const window = current()
      const sensor = await measuring()
      await signIn(window)
      expect(await window.evaluate('navigator.language')).toBe('en')
      await openSensor(window, sensor.name)
      await expect.poll(() => window.evaluate(isCurveDrawn)).toBe(true)
      expect(await window.errors()).toEqual([])
    })
  })

  describe('when the code of the curve throws as it starts', () => {
    const current = useWindow(() => openWebKit())

    it('reports it, also after Retry, beside the rest of the page', async () => {
      const window = current()
      const sensor = await measuring()
      await signIn(window)
      await window.evaluate(`delete Intl.NumberFormat`)
      await openSensor(window, sensor.name)
      await window.click('button', 'Retry')
      await window.click('button', 'Retry')
      await window.see('heading', sensor.name)
      expect(await window.errors()).toEqual([])
    })
  })
})
