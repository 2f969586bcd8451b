import type { SeenPage } from './pages'
import { timeOf } from './words'

interface Props {
  readonly pages: readonly SeenPage[]
  readonly shown: SeenPage | undefined
  readonly onChoose: (page: SeenPage) => void
}

/** Every tab of the console that has reported; closed ones stay in the list, to be looked at. */
export function PageList({ pages, shown, onChoose }: Props) {
  return (
    <nav className="in-pages" aria-label="Tabs">
      <h2>
        Tabs <span>{pages.filter(({ isOpen }) => isOpen).length} open</span>
      </h2>
      <ul>
        {pages.map((page) => (
          <li key={page.id}>
            <button
              type="button"
              className="in-page"
              data-closed={!page.isOpen || undefined}
              aria-current={page.id === shown?.id ? 'true' : undefined}
              onClick={() => onChoose(page)}
            >
              <b>{page.title.replace(/ · Frond$/, '')}</b> <code>{page.entries.at(-1)?.value}</code>{' '}
              <small>
                {page.isOpen ? 'open since' : 'closed, opened'} {timeOf(page.openedAt).slice(0, 8)}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
