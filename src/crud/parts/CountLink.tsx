import { Link } from '../../ui/controls/Link'
import { grouped } from '../../ui/text/numberWords'
import { listPath, type ListFilter } from '../model/paths'

interface CountLinkProps {
  readonly count: number
  /** The area that lists the counted rows, and the filter that matches them. */
  readonly slug: string
  readonly filter: ListFilter
}

/** A number of rows as a link to those rows; none is a number alone. */
export function CountLink({ count, slug, filter }: CountLinkProps) {
  return count === 0 ? (
    grouped(count)
  ) : (
    <Link className="link" href={listPath(slug, filter)}>
      {grouped(count)}
    </Link>
  )
}
