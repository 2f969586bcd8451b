import type { AnyRow } from '../model/crudCalls'
import type { Column } from '../model/declaration'

type Columns = readonly Column<AnyRow>[]

/** Default widths of columns in rem: the row's title, a number, a few words. */
const TITLE_WIDTH = 12
const NUMBER_WIDTH = 6
const WORDS_WIDTH = 8
/** Rem of the menu's button with its padding. */
export const ACTIONS_WIDTH = 3
/** Rem of all but the columns: the checkbox, the menu and the frame. */
const FIXED_WIDTH = 2.75 + ACTIONS_WIDTH
/** Facts on a card under the row's title. */
const CARD_FACTS = 3

/** Minimum width of a column in rem. */
export function widthOf({ width, numeric }: Column<AnyRow>, at: number): number {
  return width ?? (at === 0 ? TITLE_WIDTH : numeric === true ? NUMBER_WIDTH : WORDS_WIDTH)
}

/** Whether all these columns fit into a list of `room` rem; cards (0) fit any. */
export function isRoomFor(columns: Columns, room: number): boolean {
  return room === 0 || fitting(columns, room).length === columns.length
}

/** The columns that fit into a list of `room` rem: drops minor columns first, then the last ones. Cards (0) show a few. */
export function fitting(columns: Columns, room: number): Columns {
  const ranked = [...columns.filter(({ minor }) => minor !== true), ...columns.filter(({ minor }) => minor === true)]
  let roomLeft = room - FIXED_WIDTH
  const fitting = ranked.filter((column, at) => {
    if (room === 0) return at <= CARD_FACTS
    const width = widthOf(column, columns.indexOf(column))
    if (at > 0 && width > roomLeft) return false
    roomLeft -= width
    return true
  })
  return columns.filter((column) => fitting.includes(column))
}
