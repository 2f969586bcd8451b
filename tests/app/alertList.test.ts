import { describe, expect, it, vi } from 'vitest'
import { createAlertList } from '../../src/app/alertList'

function listAt(start: number) {
  const clock = { now: start }
  return { clock, list: createAlertList(() => clock.now) }
}

describe('createAlertList', () => {
  it('shows the newest first', () => {
    const { list } = listAt(0)
    list.add({ message: 'one' })
    list.add({ message: 'two' })
    expect(list.read().map(({ message }) => message)).toEqual(['two', 'one'])
  })

  it('counts a repeated alert instead of stacking it', () => {
    const { list, clock } = listAt(0)
    list.add({ message: 'one' })
    list.add({ message: 'two' })
    clock.now = 1000
    list.add({ message: 'one' })
    expect(list.read()).toMatchObject([{ message: 'one', count: 2 }, { message: 'two' }])
  })

  it('does not count a repetition within a second, also when the clock is set back', () => {
    const { list, clock } = listAt(10_000)
    for (let times = 0; times < 8; times += 1) list.add({ message: 'one' })
    clock.now = 10_999
    list.add({ message: 'one' })
    expect(list.read()).toMatchObject([{ message: 'one' }])
    expect(list.read()[0]).not.toHaveProperty('count')
    clock.now = 0
    list.add({ message: 'one' })
    expect(list.read()).toMatchObject([{ message: 'one', count: 2 }])
  })

  it('shows a dismissed alert again, however soon', () => {
    const { list } = listAt(0)
    list.add({ message: 'one' })
    list.dismiss(list.read()[0]?.id ?? '')
    list.add({ message: 'one' })
    expect(list.read()).toMatchObject([{ message: 'one' }])
  })

  it('keeps five at most', () => {
    const { list } = listAt(0)
    for (const message of ['a', 'b', 'c', 'd', 'e', 'f']) list.add({ message })
    expect(list.read().map(({ message }) => message)).toEqual(['f', 'e', 'd', 'c', 'b'])
  })

  it('removes a dismissed alert, and notifies its listeners', () => {
    const { list } = listAt(0)
    const listener = vi.fn()
    const stop = list.subscribe(listener)
    list.add({ message: 'one' })
    list.dismiss(list.read()[0]?.id ?? '')
    expect(list.read()).toEqual([])
    expect(listener).toHaveBeenCalledTimes(2)
    stop()
    list.add({ message: 'two' })
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it('drops the alerts that the user has seen on navigation, and keeps new ones', () => {
    const { list, clock } = listAt(0)
    list.add({ message: 'old' })
    clock.now = 4000
    list.add({ message: 'new' })
    list.age()
    expect(list.read().map(({ message }) => message)).toEqual(['new'])
  })

  it('drops an alert once all calls that raised it have succeeded, and keeps those of anything else', () => {
    const { list } = listAt(0)
    list.add({ message: 'away' }, 'GET /gateways?')
    list.add({ message: 'away' }, 'GET /sensors?')
    list.add({ message: 'refused' }, 'GET /gateways?')
    list.add({ message: 'refused' })
    list.succeeded('GET /gateways?')
    expect(list.read().map(({ message }) => message)).toEqual(['refused', 'away'])
    list.succeeded('GET /sensors?')
    expect(list.read().map(({ message }) => message)).toEqual(['refused'])
  })

  it('drops all alerts at once', () => {
    const { list } = listAt(0)
    list.add({ message: 'one' })
    list.clear()
    expect(list.read()).toEqual([])
  })

  it('returns the same list until something changes', () => {
    const { list } = listAt(0)
    list.add({ message: 'one' })
    const before = list.read()
    list.age()
    expect(list.read()).toBe(before)
    list.clear()
    const none = list.read()
    list.clear()
    expect(list.read()).toBe(none)
  })
})
