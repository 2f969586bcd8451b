import { useState } from 'react'
import { Button } from '../../ui/controls/Button'
import { Dialog } from '../../ui/overlay/Dialog'
import type { Worded } from '../model/choiceWords'
import { differences, merged, type Side } from './difference'
import { DifferenceRow } from './DifferenceRow'
import type { Values } from './values'

export interface DifferenceDialogProps {
  readonly area: Worded
  /** The row's title, where the form has several rows. */
  readonly name?: string | undefined
  /** Form values, as `mine` and `theirs`: the version that both started from. */
  readonly base: Values
  readonly mine: Values
  readonly theirs: Values
  readonly onTakeTheirs: () => void
  readonly onSave: (values: Values) => void
  readonly onClose: () => void
}

/** Another user has saved the row since it was read: compares both versions field by field, and saves the chosen values. */
export function DifferenceDialog(props: DifferenceDialogProps) {
  const { area, name, base, mine, theirs, onTakeTheirs, onSave, onClose } = props
  const found = differences(base, mine, theirs)
  const [choice, setChoice] = useState<Readonly<Record<string, Side>>>(() =>
    Object.fromEntries(found.map(({ name, keep }) => [name, keep])),
  )
  return (
    <Dialog
      size="lg"
      title={`${name === undefined ? `This ${area.resource.nouns.one}` : `“${name}”`} was changed by someone else`}
      description="Someone else saved it after you opened it. Choose which values to keep; nothing is saved until you do."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onTakeTheirs}>Take theirs</Button>
          <Button onClick={() => onSave(mine)}>Keep mine</Button>
          <Button variant="primary" onClick={() => onSave(merged(mine, theirs, choice))}>
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
