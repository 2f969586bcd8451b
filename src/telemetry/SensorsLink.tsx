import { sensors } from '../contract/sensors'
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

/** Says that only the first sensors are listed, with a link to all. */
export function SensorsLink({ total, shown, filter }: SensorsLinkProps) {
  return (
    <>
      The first {shown} of{' '}
      <Link className="link" href={listPath('sensors', filter)}>
        {counted(total, sensors.nouns)}
      </Link>
    </>
  )
}
