import { kindOf } from '../model/fieldKind'
import { choiceWords, type Worded } from '../model/choiceWords'
import { NoValue } from '../../ui/text/NoValue'
import { FieldWords } from '../parts/FieldWords'
import type { Difference, Side } from './difference'

interface DifferenceRowProps {
  readonly area: Worded
  readonly difference: Difference
  readonly side: Side
  readonly onChoose: (side: Side) => void
}

/** One conflicting field: both values, one of them chosen. */
export function DifferenceRow({ area, difference, side, onChoose }: DifferenceRowProps) {
  const kind = kindOf(area.resource.draft, difference.name)
  const cell = (which: Side) => (
    <td>
      <label className="check">
        <input
          type="radio"
          className="radio"
          name={`difference-${difference.name}`}
          aria-label={`${kind.label}: ${which}`}
          checked={side === which}
          onChange={() => onChoose(which)}
        />
        <span>
          <FieldWords kind={kind} value={difference[which]} words={choiceWords(area, difference.name)} empty={<NoValue />} />
        </span>
      </label>
    </td>
  )
  return (
    <tr>
      <th scope="row">{kind.label}</th>
      {cell('mine')}
      {cell('theirs')}
    </tr>
  )
}
