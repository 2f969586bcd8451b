import { BookOpen, ExternalLink, LogOut } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { adminAreas } from '../../areas'
import type { Area } from '../../crud/model/area'
import { listPath } from '../../crud/model/paths'
import type { Icon } from '../../ui/controls/Button'
import { Link } from '../../ui/controls/Link'
import { usePathname } from '../pathname'
import { useSignOut } from '../useSignOut'

/** A tooltip for an item whose label is not shown. It lies beside the item, because below it would cover the next one. */
const tip = (folded: boolean, label: string) => folded && { 'data-tip': label, 'data-tip-side': 'end' }

interface Props {
  /** Address of the API's documentation. */
  readonly docsUrl: string
  /** Only the symbols are shown; tooltips tell the labels. */
  readonly folded: boolean
  /** Closes the drawer: the link to the current area may change only the query. */
  readonly onFollow: () => void
}

/** The side menu: its four sections with the specified titles, the nine areas under "Admin". */
export function SideMenu({ docsUrl, folded, onFollow }: Props) {
  return (
    <>
      <Section title="Configuration" />
      <Section title="Admin">
        {adminAreas.map((area) => (
          <AreaItem key={area.slug} area={area} folded={folded} onFollow={onFollow} />
        ))}
      </Section>
      <Section title="developer">
        <li>
          <a href={docsUrl} target="_blank" rel="noopener" className="side-item" {...tip(folded, 'API Documentation')}>
            <Label icon={BookOpen}>API Documentation</Label>
            <ExternalLink className="side-away" aria-hidden="true" />
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </li>
      </Section>
      <Section title="Me">
        <li>
          <button type="button" className="side-item" {...tip(folded, 'Sign out')} onClick={useSignOut()}>
            <Label icon={LogOut}>Sign out</Label>
          </button>
        </li>
      </Section>
    </>
  )
}

interface AreaItemProps extends Pick<Props, 'folded' | 'onFollow'> {
  readonly area: Area
}

function AreaItem({ area: { slug, title, icon, screens }, folded, onFollow }: AreaItemProps) {
  const pathname = usePathname()
  const href = listPath(slug)
  const here = `${pathname.toLowerCase()}/`.startsWith(`${href}/`)
  // A failed prefetch is requested again when the area opens.
  const prefetch = () => void screens.list().catch(() => undefined)
  return (
    <li>
      <Link
        href={href}
        className="side-item"
        aria-current={here ? 'page' : undefined}
        {...tip(folded, title)}
        onClick={onFollow}
        onPointerEnter={prefetch}
        onFocus={prefetch}
      >
        <Label icon={icon}>{title}</Label>
      </Link>
    </li>
  )
}

function Section({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const id = useId()
  return (
    <section className="side-section" aria-labelledby={id}>
      <h2 id={id} className="side-title">
        {title}
      </h2>
      {children !== undefined && <ul className="side-list">{children}</ul>}
    </section>
  )
}

function Label({ icon: Mark, children }: { readonly icon: Icon; readonly children: string }) {
  return (
    <>
      <Mark className="side-icon" aria-hidden="true" />
      <span className="side-label">{children}</span>
    </>
  )
}
