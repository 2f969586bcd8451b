import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from './Button'
import { grouped } from '../text/numberWords'
import './pagination.css'

export interface PaginationProps {
  /** From 1. */
  readonly page: number
  readonly size: number
  readonly total: number
  /** The server stopped counting at `total`, and there are more. */
  readonly capped?: boolean | undefined
  readonly onPage: (page: number) => void
  readonly onSize?: ((size: number) => void) | undefined
  /** Noun for the count, e.g. "sensors". */
  readonly noun?: string | undefined
}

/** The current range of rows, and the links to other pages; announces the count when it changes. */
export function Pagination(props: PaginationProps) {
  const { page, size, total, onPage, onSize, noun = 'rows', capped = false } = props
  const pages = Math.max(1, Math.ceil(total / size))
  const from = total === 0 ? 0 : (page - 1) * size + 1
  const to = capped ? page * size : Math.min(total, page * size)
  const first = page <= 1
  const last = page >= pages && !capped
  const range = `${grouped(from)}–${grouped(to)}`
  const ofPages = capped ? '' : ` of ${grouped(pages)}`
  return (
    <nav className="pagination" aria-label="Pages">
      <p role="status" className="pagination-range">
        {/* A new page gets a new element, so that a longer number does not count as a layout shift. */}
        <span key={range}>
          <strong>{range}</strong> of <strong>{`${grouped(total)}${capped ? '+' : ''}`}</strong>{' '}
          <span className="pagination-noun">{noun}</span>
        </span>
      </p>
      {onSize && (
        <label className="pagination-size">
          <span>Rows per page</span>
          <select className="select-small" value={size} onChange={(event) => onSize(Number(event.target.value))}>
            {[...new Set([10, 25, 50, 100, size])]
              .toSorted((a, b) => a - b)
              .map((choice) => (
                <option key={choice} value={choice}>
                  {choice}
                </option>
              ))}
          </select>
        </label>
      )}
      {/* Buttons that lead nowhere keep the focus: First page is one as soon as it has been pressed. */}
      <div className="pagination-steps">
        <IconButton label="First page" icon={ChevronFirst} aria-disabled={first} onClick={() => onPage(1)} />
        <IconButton label="Previous page" icon={ChevronLeft} aria-disabled={first} onClick={() => onPage(page - 1)} />
        <span className="pagination-page" data-widest={`Page ${grouped(pages)}${ofPages}`}>
          {`Page ${grouped(page)}${ofPages}`}
        </span>
        <IconButton label="Next page" icon={ChevronRight} aria-disabled={last} onClick={() => onPage(page + 1)} />
        <IconButton label="Last page" icon={ChevronLast} aria-disabled={last || capped} onClick={() => onPage(pages)} />
      </div>
    </nav>
  )
}
