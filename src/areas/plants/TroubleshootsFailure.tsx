import type { SaveFailure } from '../../../machines/saveMachine'
import { troubleshoots, type Troubleshoot } from '../../contract/troubleshoots'
import { DifferenceDialog } from '../../crud/form/DifferenceDialog'
import { SaveProblem } from '../../crud/form/SaveProblem'
import type { Values } from '../../crud/form/values'
import { Changes } from '../../crud/history/Changes'
import { same } from '../../ui/form/same'
import { Alert } from '../../ui/overlay/Alert'
import { BodyPortal } from '../../ui/layout/BodyPortal'
import { Button } from '../../ui/controls/Button'
import { useFormState } from '../../ui/form/formState'
import { contentOf, isTroubleshoot, rowsOf, valuesOf, type TroubleshootValues } from './troubleshootValues'
import '../../crud/history/history.css'

/** They are edited with their plant, in no area of their own. */
const area = { resource: troubleshoots }

interface TroubleshootsFailureProps extends Choices {
  readonly failure: SaveFailure | null
  readonly base: TroubleshootValues
  readonly onKeepAsNew: (typed: TroubleshootValues, places: readonly number[]) => void
}

interface Choices {
  readonly onTakeTheirs: (typed: TroubleshootValues, theirs: Troubleshoot) => void
  readonly onSaveOver: (typed: TroubleshootValues, theirs: Troubleshoot, chosen?: Values) => void
  readonly onClose: () => void
}

/** Inside the form: says why the last save was refused, with the choices; what is typed stays, also what is typed since. */
export function TroubleshootsFailure({ failure, base, onKeepAsNew, ...choices }: TroubleshootsFailureProps) {
  const mine = rowsOf(useFormState<Values>().values)
  if (failure === null) return null
  if (failure.kind === 'stale') return <Stale theirs={failure.theirs} base={base} mine={mine} {...choices} />
  if (failure.kind === 'other') return <SaveProblem failure={failure} slug="plants" />
  const missing = Object.keys(failure.fields).flatMap((path) => /^rows\[(\d+)\]\.id$/.exec(path)?.[1] ?? [])
  if (missing.length === 0) return null
  return (
    <Alert
      tone="danger"
      role="alert"
      title="Someone else deleted a row"
      actions={<Button onClick={() => onKeepAsNew(mine, missing.map(Number))}>Keep it as a new row</Button>}
    >
      Remove it here too, or keep it and save again.
    </Alert>
  )
}

type StaleProps = Choices &
  Pick<TroubleshootsFailureProps, 'base'> & { readonly mine: TroubleshootValues; readonly theirs: object }

/** Shows what another user changed in a row that was changed, or removed, here. */
function Stale({ theirs, base, mine, onTakeTheirs, onSaveOver, onClose }: StaleProps) {
  if (!isTroubleshoot(theirs)) return null
  const contentIn = (values: TroubleshootValues) => contentOf(values, theirs.id) ?? {}
  const [before, my, their] = [contentIn(base), contentIn(mine), contentIn(valuesOf([theirs]))]
  if (contentOf(mine, theirs.id) !== null)
    return (
      <BodyPortal>
        <DifferenceDialog
          area={area}
          name={String(my['symptom'])}
          base={before}
          mine={my}
          theirs={their}
          onTakeTheirs={() => onTakeTheirs(mine, theirs)}
          onSave={(chosen) => onSaveOver(mine, theirs, chosen)}
          onClose={onClose}
        />
      </BodyPortal>
    )
  const changes = Object.entries(their).map(([field, to]) => ({ field, from: before[field], to }))
  return (
    <Alert
      tone="danger"
      role="alert"
      title={`Someone else changed “${theirs.symptom}”, which you removed`}
      actions={
        <>
          <Button onClick={() => onTakeTheirs(mine, theirs)}>Take theirs</Button>
          <Button onClick={() => onSaveOver(mine, theirs)}>Remove it anyway</Button>
        </>
      }
    >
      <Changes area={area} entry={{ changes: changes.filter(({ from, to }) => !same(from, to)) }} />
    </Alert>
  )
}
