import { plants as plantResource } from '../contract/plants'
import { sensors as sensorResource } from '../contract/sensors'
import { panelOnDemand } from '../ui/overlay/onDemand'
import { CountLink } from '../crud/parts/CountLink'
import type { AnyRow } from '../crud/model/crudCalls'
import type { Column, Section, StandardArea } from '../crud/model/declaration'
import { counted } from '../crud/model/words'

// Loaded on demand: only a change shows its effect, with the form, and only a row's own page lists the plants.
const ChangeEffect = panelOnDemand(async () => (await import('./ChangeEffect')).ChangeEffect)
const PlantNames = panelOnDemand(async () => (await import('./PlantNames')).PlantNames)

/** A row that plants, and through them sensors, share. */
interface Shared {
  readonly plantsCount: number
  readonly sensorsCount: number
}
type SharedRow = Shared & AnyRow

/** The parts of an area's declaration that show who uses its rows. */
interface Usage<Row extends SharedRow> {
  readonly columns: readonly Column<Row>[]
  readonly section: Section<Row>
  readonly slots: Pick<StandardArea<Row, object>, 'Effect' | 'removal' | 'Summary'>
}

/** `field`: the field of plants and sensors that refers to the row. */
export function usageBy<Row extends SharedRow>(field: string): Usage<Row> {
  const plants = (row: Row) => <CountLink count={row.plantsCount} slug="plants" filter={{ [field]: row.id }} />
  const sensors = (row: Row) => <CountLink count={row.sensorsCount} slug="sensors" filter={{ [field]: row.id }} />
  const names = (row: Row) => (row.plantsCount === 0 ? 'None' : <PlantNames filter={{ [field]: row.id }} />)
  return {
    columns: [
      { key: 'plantsCount', title: 'Plants', numeric: true, cell: plants },
      { key: 'sensorsCount', title: 'Sensors', numeric: true, cell: sensors },
    ],
    section: {
      title: 'Used by',
      items: [
        { key: 'plantsCount', value: plants },
        { key: 'sensorsCount', label: 'Sensors at these plants', value: sensors },
        { key: 'plantsCount', label: 'These plants', wide: true, value: names },
      ],
    },
    slots: {
      Effect: ChangeEffect,
      Summary: ({ row }) => usageWords(row),
      removal: { typed: false, consequence: (rows) => usageConsequence(rows) },
    },
  }
}

/** "12 plants · 34 sensors", "Not used". */
function usageWords({ plantsCount, sensorsCount }: Shared): string {
  if (plantsCount === 0) return 'Not used'
  return `${counted(plantsCount, plantResource.nouns)} · ${counted(sensorsCount, sensorResource.nouns)}`
}

/** The consequence of deleting these rows, shown before the deletion. */
function usageConsequence(rows: readonly Shared[]): string {
  const used = rows.filter(({ plantsCount }) => plantsCount > 0)
  if (used.length === 0) return rows.length === 1 ? 'No plant uses it.' : 'No plant uses them.'
  const [only] = used
  if (rows.length === 1 && only !== undefined)
    return `${counted(only.plantsCount, plantResource.nouns)} ${only.plantsCount === 1 ? 'uses' : 'use'} it and must get another one first.`
  return `${used.length} of them ${used.length === 1 ? 'is' : 'are'} in use and will stay.`
}
