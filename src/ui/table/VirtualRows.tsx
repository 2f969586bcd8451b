import {
  defaultRangeExtractor,
  useVirtualizer,
  useWindowVirtualizer,
  type Range,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type ReactElement, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { REQUEST, ROW_GUESS, RowSpace } from './AbsentRows'

interface Rows {
  /** The rows: the key of each is its id and its `data-row`, and `data-index` is its place. */
  readonly children: readonly ReactElement[]
}

interface VirtualRowsProps extends Rows {
  /** The table scrolls in its frame; otherwise with the page. */
  readonly wide: boolean
}

/** Rows that are rendered above and below those in sight. */
const OVERSCAN = 6

/** The body of a long table: only the rows near those in sight are rendered, and empty space stands for the others. */
export function VirtualRows({ wide, children }: VirtualRowsProps) {
  return wide ? <FramedRows>{children}</FramedRows> : <PageRows>{children}</PageRows>
}

function FramedRows({ children }: Rows) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { onFocus, ...options } = useRowOptions(body, children)
  const virtualizer = useVirtualizer<Element, HTMLTableRowElement>({
    ...options,
    getScrollElement: () => body.current?.closest('.table-frame') ?? null,
  })
  return (
    <Body body={body} virtualizer={virtualizer} onFocus={onFocus}>
      {children}
    </Body>
  )
}

function PageRows({ children }: Rows) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { onFocus, ...options } = useRowOptions(body, children)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => setScrollMargin((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [])
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({ ...options, scrollMargin })
  return (
    <Body body={body} virtualizer={virtualizer} onFocus={onFocus}>
      {children}
    </Body>
  )
}

type BodyRef = RefObject<HTMLTableSectionElement | null>

/** Renders the row with the focus wherever the user scrolls, and all rows on paper. */
function useRowOptions(body: BodyRef, rows: Rows['children']) {
  const [initialFocus] = useState(focusAmongRows)
  const [request, setRequest] = useState(pendingRequest)
  const [kept, setKept] = useState(request?.id ?? initialFocus?.row)
  const [printing, setPrinting] = useState(false)
  const measured = useRef({ rows: 0, height: 0 })
  useLayoutEffect(() => {
    if (initialFocus !== null) refocus(initialFocus)
  }, [initialFocus])
  useLayoutEffect(() => {
    if (request !== null) rowIn(body.current, request.id)?.querySelector<HTMLElement>('a')?.focus()
  }, [body, request])
  useLayoutEffect(
    () =>
      takeRequest(body.current, (id) => {
        setKept(id)
        setRequest({ id })
      }),
    [body],
  )
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
  const keptAt = rows.findIndex(({ key }) => key === kept)
  return {
    count: rows.length,
    getItemKey: (at: number) => rows[at]?.key ?? at,
    // Cards are higher than rows: the average of those that were measured.
    estimateSize: () => (measured.current.rows === 0 ? ROW_GUESS : measured.current.height / measured.current.rows),
    measureElement: (row: HTMLTableRowElement) => {
      const height = heightOf(row)
      measured.current = { rows: measured.current.rows + 1, height: measured.current.height + height }
      return height
    },
    overscan: OVERSCAN,
    initialRect: { width: 0, height: window.innerHeight },
    rangeExtractor: (range: Range) => {
      if (printing) return [...rows.keys()]
      const near = defaultRangeExtractor(range)
      return keptAt === -1 || near.includes(keptAt) ? near : [...near, keptAt].sort((one, other) => one - other)
    },
    onFocus: setKept,
  }
}

/** A row's height with the margin of a card. */
function heightOf(row: HTMLTableRowElement): number {
  return row.offsetHeight + (Number.parseFloat(getComputedStyle(row).marginBottom) || 0)
}

interface BodyProps extends Rows {
  readonly body: BodyRef
  readonly virtualizer: Virtualizer<Element, HTMLTableRowElement> | Virtualizer<Window, HTMLTableRowElement>
  readonly onFocus: (id: string | undefined) => void
}

function Body({ body, virtualizer, onFocus, children }: BodyProps) {
  useLayoutEffect(() => {
    body.current?.querySelectorAll<HTMLTableRowElement>('[data-index]').forEach(virtualizer.measureElement)
  })
  const { scrollMargin } = virtualizer.options
  const end = virtualizer.getTotalSize() + scrollMargin
  let above = scrollMargin
  const parts: (ReactElement | undefined)[] = []
  for (const item of virtualizer.getVirtualItems()) {
    if (item.start > above) parts.push(<RowSpace key={`above ${item.key}`} height={item.start - above} />)
    parts.push(children[item.index])
    above = item.end
  }
  return (
    // The virtualizer keeps in place what is in sight when rows above it change their height; the browser would do it a second time.
    <tbody
      ref={body}
      style={{ overflowAnchor: 'none' }}
      data-virtual
      onFocus={({ target }) => onFocus(target.closest<HTMLElement>('[data-row]')?.dataset['row'])}
    >
      {parts}
      {above < end && <RowSpace key="below" height={end - above} />}
    </tbody>
  )
}

/** The request to a body whose code is loading. */
function pendingRequest(): { readonly id: string } | null {
  const id = document.querySelector<HTMLElement>('[data-requested]')?.dataset['requested']
  return id === undefined ? null : { id }
}

/** Calls `show` with each row that is requested of a table's body, until the returned function is called. */
function takeRequest(body: HTMLElement | null, show: (id: string) => void): () => void {
  const take = () => {
    const id = body?.dataset['requested']
    delete body?.dataset['requested']
    if (id !== undefined) show(id)
  }
  body?.addEventListener(REQUEST, take)
  return () => body?.removeEventListener(REQUEST, take)
}

interface RowFocus {
  readonly row: string
  /** Index among the row's controls. */
  readonly place: number
}

/** The focus in the body that this one replaces: its rows unmount, and the focus would be lost. */
function focusAmongRows(): RowFocus | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')
  const id = row?.dataset['row']
  if (row == null || id === undefined) return null
  return { row: id, place: controlsOf(row).findIndex((one) => one === document.activeElement) }
}

function refocus({ row, place }: RowFocus): void {
  const found = rowIn(document, row)
  // If the user has focused another element since, it keeps the focus.
  if (found !== undefined && document.activeElement === document.body) controlsOf(found)[place]?.focus({ preventScroll: true })
}

function controlsOf(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('a, button, input')]
}

function rowIn(within: ParentNode | null, id: string): HTMLElement | undefined {
  return [...(within?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find(({ dataset }) => dataset['row'] === id)
}
