import type { SaveFailure } from '../../../machines/saveMachine'
import { troubleshoots, type Troubleshoot } from '../../contract/troubleshoots'
import { SaveProblem } from '../../crud/form/SaveProblem'
import { Alert } from '../../ui/overlay/Alert'
import { Button } from '../../ui/controls/Button'

interface TroubleshootsFailureProps {
  readonly failure: SaveFailure | null
  readonly onTakeTheirs: (theirs: Troubleshoot) => void
  readonly onSaveOver: (theirs: Troubleshoot) => void
  readonly onKeepAsNew: (places: readonly number[]) => void
}

/** Says why the last save was refused, with the choices; typed values stay. */
export function TroubleshootsFailure({ failure, onTakeTheirs, onSaveOver, onKeepAsNew }: TroubleshootsFailureProps) {
  if (failure === null) return null
  if (failure.kind === 'stale') return <Stale theirs={failure.theirs} onTakeTheirs={onTakeTheirs} onSaveOver={onSaveOver} />
  if (failure.kind === 'other') return <SaveProblem failure={failure} slug="plants" />
  const missing = Object.keys(failure.fields).flatMap((path) => /^rows\[(\d+)\]\.id$/.exec(path)?.[1] ?? [])
  if (missing.length === 0) return null
  return (
    <Alert
      tone="danger"
      role="alert"
      title="Someone else deleted an entry"
      actions={<Button onClick={() => onKeepAsNew(missing.map(Number))}>Keep it as a new row</Button>}
    >
      Remove it here too, or keep it and save again.
    </Alert>
  )
}

type StaleProps = Pick<TroubleshootsFailureProps, 'onTakeTheirs' | 'onSaveOver'>

function Stale({ theirs, onTakeTheirs, onSaveOver }: StaleProps & { readonly theirs: object }) {
  if (!isTroubleshoot(theirs)) return null
  return (
    <Alert
      tone="danger"
      role="alert"
      title={`Someone else changed “${theirs.symptom}”`}
      actions={
        <>
          <Button onClick={() => onTakeTheirs(theirs)}>Take theirs</Button>
          <Button onClick={() => onSaveOver(theirs)}>Save mine over it</Button>
        </>
      }
    >
      Theirs: {theirs.cause}
    </Alert>
  )
}

function isTroubleshoot(row: object): row is Troubleshoot {
  return troubleshoots.row.isValidSync(row, { strict: true })
}
