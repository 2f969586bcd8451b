/** What a room may import: whole rooms, in angle brackets only their types, and single modules of rooms that are otherwise closed. */
export interface Allowed {
  readonly rooms: readonly string[]
  readonly modules?: readonly string[]
}

/** The room of a file: its folder in `src`, or a folder of the top level. */
export function roomOf(path: string): string {
  const [top, second] = path.split('/')
  if (top !== 'src') return top ?? ''
  return /^(main|serve)\./.exec(second ?? '')?.[1] ?? second ?? ''
}

/**
 * The arrows that draw a table of rooms, sorted: `-->` to a room, left out where other arrows lead there; `-.->` to types or single modules.
 */
export function arrowsOf(table: Readonly<Record<string, Allowed>>): string[] {
  const wholesOf = (room: string) => (table[room]?.rooms ?? []).filter((name) => !name.startsWith('<'))
  const leads = (from: string, to: string): boolean => wholesOf(from).some((room) => room === to || leads(room, to))
  const arrows = Object.entries(table).flatMap(([from, { rooms, modules = [] }]) => {
    const whole = wholesOf(from).filter((to, _, all) => !all.some((other) => leads(other, to)))
    const parts = new Set([...rooms.flatMap((name) => /^<(.+)>$/.exec(name)?.[1] ?? []), ...modules.map(roomOf)])
    return [...whole.map((to) => `${from} --> ${to}`), ...[...parts].map((to) => `${from} -.-> ${to}`)]
  })
  return arrows.toSorted()
}

/** The arrows of a page's Mermaid drawing, sorted. */
export function drawnIn(page: string): string[] {
  return [...page.matchAll(/^ {2}\w+ (?:-->|-\.->) \w+$/gm)]
    .map(([line]) => line.trim().replace(/ scripts$/, ' .scripts'))
    .toSorted()
}
