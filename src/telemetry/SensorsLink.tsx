import { listPath } from '../crud/model/paths'
import { counted } from '../crud/model/words'
import { Link } from '../ui/controls/Link'

interface SensorsLinkProps {
  readonly total: number
  /** How many are listed here at the most. */
  readonly shown: number
  /** What finds all of them in the list. */
  readonly filter: Readonly<Record<string, string>>
}

/** How many sensors there are, leading to all of them, and that these are the first where they are too many. */
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
