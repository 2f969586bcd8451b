import { isValidElement, type ReactNode } from 'react'
import { Card } from '../../ui/layout/Card'
import { CopyText } from '../../ui/text/CopyText'
import { Facts } from '../../ui/text/Facts'
import type { AnyRow } from '../model/crudCalls'
import type { AnyStandardArea, Item } from '../model/declaration'
import { fieldText, labelOf } from '../parts/FieldText'
import { NoValue } from '../../ui/text/NoValue'

const recordItems: readonly Item<AnyRow>[] = [
  { key: 'createdAt' },
  { key: 'updatedAt' },
  { key: 'version' },
  { key: 'id', copy: true },
]

interface Props {
  readonly area: AnyStandardArea
  readonly row: AnyRow
}

/** A row's fields as sections of labelled values. */
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

/** Created, updated, version and id in one line at the end: what administrators need least. */
export function RowRecord({ area, row }: Props) {
  return (
    <footer className="detail-record">
      <RowFacts area={area} row={row} items={recordItems} />
    </footer>
  )
}

interface RowFactsProps extends Props {
  readonly items: readonly Item<AnyRow>[]
}

/** Labelled values of a row; the empty fields are listed in one line. */
export function RowFacts({ area, row, items }: RowFactsProps) {
  const applicable = items.filter((item) => item.isShown?.(row) ?? true)
  const facts = applicable.map((item) => {
    const label = item.label ?? labelOf(area.resource, item.key)
    const rendered = item.value?.(row)
    const raw: unknown = row[item.key]
    const isCopied = item.copy === true && typeof raw === 'string'
    const value = rendered ?? (isCopied ? <CopyText text={raw} label={label} /> : fieldText(area.resource, item.key, raw))
    return { label, value, wide: item.wide, hideEmpty: item.hideEmpty, isSet: !isUnset(item, raw, rendered) }
  })
  const set = facts.filter(({ isSet }) => isSet)
  const unset = facts.filter(({ isSet, hideEmpty }) => !isSet && hideEmpty !== true).map(({ label }) => label)
  return (
    <>
      {set.length > 0 && <Facts facts={set} />}
      {unset.length > 0 && <p className="facts-unset">Not set: {unset.join(', ')}</p>}
    </>
  )
}

/** Whether a field has no value to show; an area may render a word for an empty field, which counts as a value. */
function isUnset({ always = false }: Item<AnyRow>, raw: unknown, rendered: ReactNode): boolean {
  if (isValidElement(rendered) && rendered.type === NoValue) return true
  if (always || typeof rendered === 'string') return false
  return raw === null || raw === undefined || raw === '' || (Array.isArray(raw) && raw.length === 0)
}
