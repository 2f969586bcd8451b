import { Card } from '../../ui/Card'
import { CopyText } from '../../ui/CopyText'
import { Facts } from '../../ui/Facts'
import type { AnyRow } from '../crudSlice'
import type { AnyStandardArea, Item } from '../declaration'
import { FieldText, labelOf } from '../FieldText'

const recordItems: readonly Item<AnyRow>[] = [
  { key: 'createdAt' },
  { key: 'updatedAt' },
  { key: 'version' },
  { key: 'id', copy: true, wide: true },
]

interface Props {
  readonly area: AnyStandardArea
  readonly row: AnyRow
}

/** What the area tells of a row, in sections of labelled values. */
export function RowSections({ area, row }: Props) {
  return (
    <div className="detail-sections">
      {area.sections.map(({ title, items }) => (
        <Card key={title} title={title}>
          <RowFacts area={area} row={row} items={items} />
        </Card>
      ))}
    </div>
  )
}

/** Every row's own history: what an administrator looks for last. */
export function RowRecord({ area, row }: Props) {
  return (
    <Card title="Record">
      <RowFacts area={area} row={row} items={recordItems} />
    </Card>
  )
}

interface RowFactsProps extends Props {
  readonly items: readonly Item<AnyRow>[]
}

/** Labelled values of a row. */
export function RowFacts({ area, row, items }: RowFactsProps) {
  return (
    <Facts
      facts={items.map((item) => ({
        label: item.label ?? labelOf(area.resource, item.key),
        value: <ItemValue area={area} row={row} item={item} />,
        wide: item.wide,
      }))}
    />
  )
}

interface ItemValueProps extends Props {
  readonly item: Item<AnyRow>
}

function ItemValue({ area, row, item }: ItemValueProps) {
  const raw: unknown = row[item.key]
  if (item.value !== undefined) return item.value(row)
  if (item.copy === true && typeof raw === 'string')
    return <CopyText text={raw} label={item.label ?? labelOf(area.resource, item.key)} />
  return <FieldText resource={area.resource} field={item.key} value={raw} />
}
