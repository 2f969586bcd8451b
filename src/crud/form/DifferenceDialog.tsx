import { useState } from 'react'
import { Button } from '../../ui/controls/Button'
import { Dialog } from '../../ui/overlay/Dialog'
import type { AnyRow } from '../model/crudCalls'
import type { AnyStandardArea } from '../model/declaration'
import { differences, merged, type Side } from './difference'
import { DifferenceRow } from './DifferenceRow'
import { rowValues, type Values } from './values'

interface DifferenceDialogProps {
  readonly area: AnyStandardArea
  readonly base: Values
  readonly mine: Values
  readonly theirs: AnyRow
  readonly onTakeTheirs: () => void
  readonly onSave: (values: Values) => void
  readonly onClose: () => void
}

/** Another user has saved the row since it was read: compares both versions field by field, and saves the chosen values. */
export function DifferenceDialog({ area, base, mine, theirs, onTakeTheirs, onSave, onClose }: DifferenceDialogProps) {
  const theirValues = rowValues(area, theirs)
  const found = differences(base, mine, theirValues)
  const [choice, setChoice] = useState<Readonly<Record<string, Side>>>(() =>
    Object.fromEntries(found.map(({ name, keep }) => [name, keep])),
  )
  return (
    <Dialog
      open
      size="lg"
      title={`This ${area.resource.nouns.one} was changed by someone else`}
      description="Someone else saved it after you opened it. Choose which values to keep; nothing is saved until you do."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onTakeTheirs}>Take theirs</Button>
          <Button onClick={() => onSave(mine)}>Keep mine</Button>
          <Button variant="primary" onClick={() => onSave(merged(mine, theirValues, choice))}>
            Save this choice
          </Button>
        </>
      }
    >
      <table className="difference">
        <caption className="sr-only">Fields that differ</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Mine</th>
            <th scope="col">Theirs</th>
          </tr>
        </thead>
        <tbody>
          {found.map((difference) => (
            <DifferenceRow
              key={difference.name}
              area={area}
              difference={difference}
              side={choice[difference.name] ?? difference.keep}
              onChoose={(side) => setChoice({ ...choice, [difference.name]: side })}
            />
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
