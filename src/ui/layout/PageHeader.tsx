import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link } from '../controls/Link'
import './page.css'

interface Crumb {
  readonly label: string
  readonly href: string
}

export interface PageHeaderProps {
  readonly title: string
  /** Breadcrumbs, without the page itself. */
  readonly crumbs?: readonly Crumb[] | undefined
  /** Beside the title, e.g. a Status pill. */
  readonly status?: ReactNode | undefined
  /** Below the title: an EUI, an "as of". */
  readonly description?: ReactNode | undefined
  readonly actions?: ReactNode | undefined
}

/** The top of a page. Its h1 is focusable, for navigations. */
export function PageHeader({ title, crumbs = [], status, description, actions }: PageHeaderProps) {
  return (
    <header className="page-head">
      {crumbs.length > 0 && (
        <nav aria-label="Breadcrumb" className="crumbs">
          {crumbs.map((crumb) => (
            <Fragment key={crumb.href}>
              <Link href={crumb.href} className="crumb">
                {crumb.label}
              </Link>
              <ChevronRight className="crumb-mark" aria-hidden="true" />
            </Fragment>
          ))}
          <span aria-current="page" className="crumb-here">
            {title}
          </span>
        </nav>
      )}
      <div className="page-head-row">
        <div className="page-head-words">
          <div className="page-title-row">
            <h1 tabIndex={-1} className="page-title">
              {title}
            </h1>
            {status}
          </div>
          {description && <div className="page-description">{description}</div>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </div>
    </header>
  )
}
