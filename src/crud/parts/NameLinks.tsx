import { Link } from '../../ui/controls/Link'
import { grouped } from '../../ui/text/numberWords'

interface NameLinksProps {
  /** The first rows of `total`. */
  readonly rows: readonly { readonly id: string; readonly name: string }[]
  readonly total: number
  readonly pathOf: (id: string) => string
}

/** "North house, Attic and 12 more": each name links to its row. */
export function NameLinks({ rows, total, pathOf }: NameLinksProps) {
  return (
    <span>
      {rows.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link className="link" href={pathOf(id)}>
            {name}
          </Link>
        </span>
      ))}
      {total > rows.length && ` and ${grouped(total - rows.length)} more`}
    </span>
  )
}
