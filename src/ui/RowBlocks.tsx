import { useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react'
import { flushSync } from 'react-dom'

interface RowBlocksProps {
  /** The rows; each one's key is its id, and its `data-row`. */
  readonly children: readonly ReactElement[]
}

/** Rows of a block. */
const BLOCK = 10
/** Pixels above and below the window in which rows are there already. */
const MARGIN = 400
/** Height of a row that was never drawn, in pixels. */
const GUESS = 44

/** Table bodies of a long table: rows far from what is seen are empty space of their height, so that hundreds cost as much as a screenful. */
export function RowBlocks({ children }: RowBlocksProps) {
  const [printing, setPrinting] = useState(false)
  const [held] = useState(focusInRow)
  useLayoutEffect(() => {
    if (held !== null && document.activeElement === document.body) refocus(held)
  }, [held])
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return Array.from({ length: Math.ceil(children.length / BLOCK) }, (_, at) => {
    const rows = children.slice(at * BLOCK, (at + 1) * BLOCK)
    const first = at < 2 || rows.some(({ key }) => key === held?.row)
    return <Block key={rows[0]?.key} rows={rows} first={first} whole={printing} />
  })
}

interface BlockProps {
  readonly rows: readonly ReactElement[]
  /** Seen before anything is scrolled. */
  readonly first: boolean
  readonly whole: boolean
}

function Block({ rows, first, whole }: BlockProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [near, setNear] = useState(first)
  const [height, setHeight] = useState(rows.length * GUESS)

  useEffect(() => {
    const element = body.current
    if (element === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const isNear = entries.at(-1)?.isIntersecting === true
        // The row that has the focus stays, wherever the window goes.
        const stays = element.contains(document.activeElement)
        if (!isNear && element.dataset['rows'] === undefined) setHeight(element.offsetHeight)
        setNear(isNear || stays)
      },
      { rootMargin: `${MARGIN}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const drawn = near || whole
  useLayoutEffect(() => {
    if (!drawn || body.current === null) return
    keepWidths(body.current)
    focusWanted(body.current)
  }, [drawn])

  if (drawn) return <tbody ref={body}>{rows}</tbody>
  return (
    <tbody ref={body} data-rows={rows.map(({ key }) => key).join(' ')}>
      <tr aria-hidden="true">
        <td colSpan={100} style={{ height, padding: 0 }} />
      </tr>
    </tbody>
  )
}

/** Columns that rows have made wide stay so when the rows go: what is read must not shift. */
function keepWidths(body: HTMLElement): void {
  for (const head of body.closest('table')?.querySelectorAll('th[scope="col"]') ?? [])
    if (head instanceof HTMLElement) head.style.minWidth = `${head.offsetWidth}px`
}

interface Held {
  readonly row: string
  /** Which of the row's controls. */
  readonly place: number
}

/** Where the focus is among the rows that stand here until these come: they go, and the focus with them. */
function focusInRow(): Held | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')
  const id = row?.dataset['row']
  return row == null || id === undefined
    ? null
    : { row: id, place: controlsOf(row).findIndex((one) => one === document.activeElement) }
}

function refocus({ row, place }: Held): void {
  const found = [...document.querySelectorAll<HTMLElement>('[data-row]')].find(({ dataset }) => dataset['row'] === row)
  if (found !== undefined) controlsOf(found)[place]?.focus({ preventScroll: true })
}

function controlsOf(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('a, button, input')]
}

/** A row that was asked for before it was here gets the focus. */
function focusWanted(body: HTMLElement): void {
  const wanted = body.dataset['wanted']
  if (wanted === undefined) return
  delete body.dataset['wanted']
  const row = [...body.querySelectorAll<HTMLElement>('[data-row]')].find(({ dataset }) => dataset['row'] === wanted)
  row?.querySelector<HTMLElement>('a')?.focus()
}
