import { useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { ROW_GUESS, RowSpace } from './AbsentRows'

interface RowBlocksProps {
  /** The rows; the key of each is its id, and its `data-row`. */
  readonly children: readonly ReactElement[]
}

/** Rows per block. */
const BLOCK = 10
/** How far above and below the viewport rows are rendered. */
const NEAR = '400px 0px'

/**
 * The bodies of a long, steady table: blocks far from the viewport are empty space of equal height, so that hundreds of rows cost as much
 * as a screenful.
 */
export function RowBlocks({ children }: RowBlocksProps) {
  const [printing, setPrinting] = useState(false)
  const [initialFocus] = useState(focusAmongRows)
  useLayoutEffect(() => {
    if (initialFocus !== null) refocus(initialFocus)
  }, [initialFocus])
  useLayoutEffect(() => {
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
    const first = at < 2 || rows.some(({ key }) => key === initialFocus?.row)
    return <Block key={rows[0]?.key} rows={rows} first={first} whole={printing} />
  })
}

interface BlockProps {
  readonly rows: readonly ReactElement[]
  /** Visible before any scrolling. */
  readonly first: boolean
  readonly whole: boolean
}

function Block({ rows, first, whole }: BlockProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [near, setNear] = useState(first)
  const [height, setHeight] = useState(rows.length * ROW_GUESS)

  useEffect(() => {
    const element = body.current
    if (element === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const isNear = entries.at(-1)?.isIntersecting === true
        // The focused row stays rendered, wherever the user scrolls.
        const stays = element.contains(document.activeElement)
        if (!isNear && element.dataset['rows'] === undefined) setHeight(element.offsetHeight)
        setNear(isNear || stays)
      },
      // The latter for a table that scrolls in its frame.
      { rootMargin: NEAR, scrollMargin: NEAR },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const drawn = near || whole
  useLayoutEffect(() => {
    if (drawn && body.current !== null) focusWanted(body.current)
  }, [drawn])

  if (drawn) return <tbody ref={body}>{rows}</tbody>
  return (
    <tbody ref={body} data-rows={rows.map(({ key }) => key).join(' ')}>
      <RowSpace height={height} />
    </tbody>
  )
}

interface RowFocus {
  readonly row: string
  /** Index among the row's controls; null: the row is still waiting for the focus. */
  readonly place: number | null
}

/** The focused row, or the one waiting for the focus, among the placeholder rows: these unmount, and the focus would be lost. */
function focusAmongRows(): RowFocus | null {
  const wanted = document.querySelector<HTMLElement>('tbody[data-wanted]')?.dataset['wanted']
  if (wanted !== undefined) return { row: wanted, place: null }
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')
  const id = row?.dataset['row']
  if (row == null || id === undefined) return null
  return { row: id, place: controlsOf(row).findIndex((one) => one === document.activeElement) }
}

function refocus({ row, place }: RowFocus): void {
  if (place === null) return focusLink(document, row)
  const found = rowIn(document, row)
  // Does not take the focus from another element that received it meanwhile.
  if (found !== undefined && document.activeElement === document.body) controlsOf(found)[place]?.focus({ preventScroll: true })
}

function controlsOf(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('a, button, input')]
}

/** Focuses a row that was requested before it was rendered. */
function focusWanted(body: HTMLElement): void {
  const wanted = body.dataset['wanted']
  if (wanted === undefined) return
  delete body.dataset['wanted']
  focusLink(body, wanted)
}

function focusLink(within: ParentNode, id: string): void {
  rowIn(within, id)?.querySelector<HTMLElement>('a')?.focus()
}

function rowIn(within: ParentNode, id: string): HTMLElement | undefined {
  return [...within.querySelectorAll<HTMLElement>('[data-row]')].find(({ dataset }) => dataset['row'] === id)
}
