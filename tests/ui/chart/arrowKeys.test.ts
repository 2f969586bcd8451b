import { describe, expect, it } from 'vitest'
import { indexAfterKey } from '../../../src/ui/chart/arrowKeys'

const press = (key: string, modifiers: Partial<Record<'altKey' | 'ctrlKey' | 'metaKey', boolean>> = {}) => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...modifiers,
})

describe('the index after a key', () => {
  it.each([
    ['ArrowLeft', 4, 3],
    ['PageUp', 4, 9],
    ['Home', 4, 0],
    ['ArrowRight', null, 9],
  ])('%s from %s is %s', (key, from, to) => {
    expect(indexAfterKey(press(key), from, 9)).toBe(to)
  })

  it('is none for other keys, and for those that the browser takes', () => {
    expect(indexAfterKey(press('a'), 4, 9)).toBeNull()
    expect(indexAfterKey(press('ArrowLeft', { altKey: true }), 4, 9)).toBeNull()
    expect(indexAfterKey(press('End', { ctrlKey: true }), 4, 9)).toBeNull()
  })
})
