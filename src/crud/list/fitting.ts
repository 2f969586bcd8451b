import type { AnyRow } from '../model/crudSlice'
import type { Column } from '../model/declaration'

type Columns = readonly Column<AnyRow>[]

/** Widths of columns that say none, in rem: the row's name, a number, a few words. */
const TITLE_WIDTH = 12
const NUMBER_WIDTH = 6
const WORDS_WIDTH = 8
/** The menu's button, and the room around it. */
export const ACTIONS_WIDTH = 3
/** The checkbox, the menu and the frame. */
const AROUND = 2.75 + ACTIONS_WIDTH
/** Facts that a card shows under the row's name. */
const CARD_FACTS = 3

/** What a column needs at the least, in rem. */
export function widthOf({ width, numeric }: Column<AnyRow>, at: number): number {
  return width ?? (at === 0 ? TITLE_WIDTH : numeric === true ? NUMBER_WIDTH : WORDS_WIDTH)
}

/** Whether a list that is `room` rem wide has place for all of these; cards, at 0, have for any. */
export function isRoomFor(columns: Columns, room: number): boolean {
  return room === 0 || fitting(columns, room).length === columns.length
}

/** Those that a list `room` rem wide has place for: the minor ones are left out first, then those farther back. Cards, at 0, have few. */
export function fitting(columns: Columns, room: number): Columns {
  const ranked = [...columns.filter(({ minor }) => minor !== true), ...columns.filter(({ minor }) => minor === true)]
  let left = room - AROUND
  const fitting = ranked.filter((column, at) => {
    if (room === 0) return at <= CARD_FACTS
    const needed = widthOf(column, columns.indexOf(column))
    if (at > 0 && needed > left) return false
    left -= needed
    return true
  })
  return columns.filter((column) => fitting.includes(column))
}
