import { Time } from '../../ui/text/Time'
import { kindOf, type FieldKind } from '../model/fieldKind'
import type { AnyResource } from '../model/declaration'
import { NoValue } from '../parts/FieldText'
import { fieldWords } from '../model/words'
import { idsIn, ReferenceNames } from '../parts/ReferenceNames'
import type { Difference, Side } from './difference'

interface DifferenceRowProps {
  readonly resource: AnyResource
  readonly difference: Difference
  readonly side: Side
  readonly onChoose: (side: Side) => void
}

/** One conflicting field: both values, one of them chosen. */
export function DifferenceRow({ resource, difference, side, onChoose }: DifferenceRowProps) {
  const kind = kindOf(resource.draft, difference.name)
  const cell = (which: Side, words: string) => (
    <td>
      <label className="check">
        <input
          type="radio"
          className="radio"
          name={`difference-${difference.name}`}
          aria-label={`${kind.label}: ${words}`}
          checked={side === which}
          onChange={() => onChoose(which)}
        />
        <FormValue kind={kind} value={difference[which]} />
      </label>
    </td>
  )
  return (
    <tr>
      <th scope="row">{kind.label}</th>
      {cell('mine', 'mine')}
      {cell('theirs', 'theirs')}
    </tr>
  )
}

function FormValue({ kind, value }: { readonly kind: FieldKind; readonly value: unknown }) {
  const ids = idsIn(value)
  if (kind.target !== undefined && ids.length > 0)
    return (
      <span>
        <ReferenceNames target={kind.target} ids={ids} />
      </span>
    )
  if (kind.moment && typeof value === 'string') return <Time value={value} show="absolute" focusable={false} />
  return <span>{fieldWords(kind, value) ?? <NoValue />}</span>
}
