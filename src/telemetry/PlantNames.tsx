import { firstRows } from '../contract/list'
import { PREVIEW_NAMED } from '../contract/preview'
import { plants, type Plant } from '../contract/plants'
import { Button } from '../ui/controls/Button'
import { Link } from '../ui/controls/Link'
import { grouped } from '../ui/text/numberWords'
import { crudCalls } from '../crud/model/crudCalls'
import { listPath } from '../crud/model/paths'
import { rowLink } from '../crud/parts/rowLink'
import { nameOf } from '../crud/model/reference'

interface PlantNamesProps {
  /** The list filter that matches the plants. */
  readonly filter: Readonly<Record<string, string>>
}

/** The first plants that a filter matches, by name, with a link to the others. */
export function PlantNames({ filter }: PlantNamesProps) {
  const { currentData, error, isFetching, refetch } = crudCalls(plants).list.useQuery(
    firstRows(plants, PREVIEW_NAMED, {
      filter: Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, [value]])),
    }),
    { refetchOnMountOrArgChange: true },
  )
  if (currentData === undefined && error !== undefined)
    return (
      <>
        Their names could not be loaded.{' '}
        <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      </>
    )
  if (currentData === undefined) return <span className="faint">Loading their names…</span>
  const { result, meta } = currentData
  const more = meta.total - result.length
  return (
    <ul className="run">
      {result.map((plant: Plant) => (
        <li key={plant.id}>{rowLink('plants', plant.id, nameOf(plants, plant))}</li>
      ))}
      {more > 0 && (
        <li>
          <Link className="link" href={listPath('plants', filter)}>
            {grouped(more)} more
          </Link>
        </li>
      )}
    </ul>
  )
}
