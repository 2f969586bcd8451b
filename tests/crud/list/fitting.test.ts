import { describe, expect, it } from 'vitest'
import { fitting, isRoomFor } from '../../../src/crud/list/fitting'

const columns = [
  { key: 'name', title: 'Name', width: 10 },
  { key: 'eui', title: 'EUI', width: 9, minor: true },
  { key: 'state', title: 'State' },
  { key: 'count', title: 'Count', numeric: true },
  { key: 'note', title: 'Note', width: 20 },
  { key: 'size', title: 'Size', width: 4, minor: true },
] as const
const keys = (room: number) => fitting(columns, room).map(({ key }) => key)
/** Rem of the checkbox, the menu and the frame. */
const FIXED_WIDTH = 5.75

describe('the columns of a list', () => {
  it('are all visible when there is room', () => {
    expect(keys(Infinity)).toEqual(['name', 'eui', 'state', 'count', 'note', 'size'])
    expect(keys(57 + FIXED_WIDTH)).toHaveLength(6)
    expect(isRoomFor(columns, 57 + FIXED_WIDTH)).toBe(true)
    expect(isRoomFor(columns, 56 + FIXED_WIDTH)).toBe(false)
  })

  it('are left out, the minor ones first, and stay in their order', () => {
    expect(keys(56 + FIXED_WIDTH)).toEqual(['name', 'eui', 'state', 'count', 'note'])
    expect(keys(50 + FIXED_WIDTH)).toEqual(['name', 'state', 'count', 'note', 'size'])
    expect(keys(43 + FIXED_WIDTH)).toEqual(['name', 'eui', 'state', 'count', 'size'])
  })

  it('are a name and three facts on cards, whatever they need', () => {
    expect(keys(0)).toEqual(['name', 'state', 'count', 'note'])
    expect(isRoomFor(columns, 0)).toBe(true)
  })
})
