import { Link } from '../../ui/controls/Link'
import { detailPath } from '../model/paths'
import { NoValue } from '../../ui/text/NoValue'

/** A link to a row by its name; an em dash without a row. A function, because a list has one or two in every row. */
export function rowLink(slug: string, id: string | null | undefined, name: string | null | undefined) {
  if (id == null) return <NoValue />
  return (
    <Link className="link" href={detailPath(slug, id)}>
      {name}
    </Link>
  )
}
