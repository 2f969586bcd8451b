import { listPath } from '../crud/model/paths'
import { counted } from '../crud/model/words'
import { Link } from '../ui/controls/Link'

interface SensorsLinkProps {
  readonly total: number
  /** Maximum of sensors listed here. */
  readonly shown: number
  /** The list filter that matches all of them. */
  readonly filter: Readonly<Record<string, string>>
}

/** The number of sensors with a link to all of them; says when only the first are listed. */
export function SensorsLink({ total, shown, filter }: SensorsLinkProps) {
  return (
    <>
      <Link className="link" href={listPath('sensors', filter)}>
        {counted(total, { one: 'sensor', many: 'sensors' })}
      </Link>
      {total > shown && `, of which the first ${shown}`}
    </>
  )
}
