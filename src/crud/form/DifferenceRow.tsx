import { kindOf, type FieldKind } from '../model/fieldKind'
import type { AnyResource } from '../model/declaration'
import { NoValue } from '../parts/FieldText'
import { useReferenceOption } from '../model/reference'
import { fieldWords } from '../model/words'
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
  if (kind.target !== undefined && typeof value === 'string') return <ReferenceName target={kind.target} id={value} />
  return <span>{fieldWords(kind, value) ?? <NoValue />}</span>
}

function ReferenceName({ target, id }: { readonly target: AnyResource; readonly id: string }) {
  return <span>{useReferenceOption(target, id)?.label ?? id}</span>
}
