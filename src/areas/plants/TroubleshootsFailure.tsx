import type { SaveFailure } from '../../../machines/saveMachine'
import { troubleshoots, type Troubleshoot } from '../../contract/troubleshoots'
import { DifferenceDialog } from '../../crud/form/DifferenceDialog'
import { SaveProblem } from '../../crud/form/SaveProblem'
import type { Values } from '../../crud/form/values'
import { Changes } from '../../crud/history/Changes'
import { same } from '../../crud/model/same'
import { Alert } from '../../ui/overlay/Alert'
import { Button } from '../../ui/controls/Button'
import { contentOf, isTroubleshoot, valuesOf, type TroubleshootValues } from './troubleshootValues'
import '../../crud/history/history.css'

interface TroubleshootsFailureProps extends Choices {
  readonly failure: SaveFailure | null
  readonly base: TroubleshootValues
  readonly mine: TroubleshootValues
  readonly onKeepAsNew: (places: readonly number[]) => void
}

interface Choices {
  readonly onTakeTheirs: (theirs: Troubleshoot) => void
  readonly onSaveOver: (theirs: Troubleshoot, chosen?: Values) => void
  readonly onClose: () => void
}

/** Says why the last save was refused, with the choices; typed values stay. */
export function TroubleshootsFailure({ failure, base, mine, onKeepAsNew, ...choices }: TroubleshootsFailureProps) {
  if (failure === null) return null
  if (failure.kind === 'stale') return <Stale theirs={failure.theirs} base={base} mine={mine} {...choices} />
  if (failure.kind === 'other') return <SaveProblem failure={failure} slug="plants" />
  const missing = Object.keys(failure.fields).flatMap((path) => /^rows\[(\d+)\]\.id$/.exec(path)?.[1] ?? [])
  if (missing.length === 0) return null
  return (
    <Alert
      className="record-note"
      tone="danger"
      role="alert"
      title="Someone else deleted an entry"
      actions={<Button onClick={() => onKeepAsNew(missing.map(Number))}>Keep it as a new row</Button>}
    >
      Remove it here too, or keep it and save again.
    </Alert>
  )
}

type StaleProps = Choices & Pick<TroubleshootsFailureProps, 'base' | 'mine'> & { readonly theirs: object }

/** Shows what another user changed in a row that was changed, or removed, here. */
function Stale({ theirs, base, mine, onTakeTheirs, onSaveOver, onClose }: StaleProps) {
  if (!isTroubleshoot(theirs)) return null
  const [before, my, their] = [base, mine, valuesOf([theirs])].map((values) => contentOf(values, theirs.id) ?? {})
  if (before === undefined || my === undefined || their === undefined) return null
  if (contentOf(mine, theirs.id) !== null)
    return (
      <DifferenceDialog
        resource={troubleshoots}
        name={String(my['symptom'])}
        base={before}
        mine={my}
        theirs={their}
        onTakeTheirs={() => onTakeTheirs(theirs)}
        onSave={(chosen) => onSaveOver(theirs, chosen)}
        onClose={onClose}
      />
    )
  const changes = Object.entries(their).map(([field, to]) => ({ field, from: before[field], to }))
  return (
    <Alert
      className="record-note"
      tone="danger"
      role="alert"
      title={`Someone else changed “${theirs.symptom}”, which you removed`}
      actions={
        <>
          <Button onClick={() => onTakeTheirs(theirs)}>Take theirs</Button>
          <Button onClick={() => onSaveOver(theirs)}>Remove it anyway</Button>
        </>
      }
    >
      <Changes resource={troubleshoots} entry={{ changes: changes.filter(({ from, to }) => !same(from, to)) }} />
    </Alert>
  )
}
