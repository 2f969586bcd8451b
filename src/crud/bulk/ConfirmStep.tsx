import { Alert } from '../../ui/overlay/Alert'
import { Button } from '../../ui/controls/Button'
import { Dialog } from '../../ui/overlay/Dialog'
import { Progress } from '../../ui/layout/Progress'
import type { AnyStandardArea } from '../model/declaration'
import { plantsWords, previewNouns, sensorsWords } from '../form/previewWords'
import { namesOf } from '../removal/names'
import { counted } from '../model/words'
import { SetWords } from './SetWords'
import type { Scope, Stage, useBulkEdit } from './useBulkEdit'

interface ConfirmStepProps {
  readonly area: AnyStandardArea
  readonly scope: Scope
  readonly everything: boolean
  readonly narrowed: string
  readonly stage: Exclude<Stage, { readonly at: 'choose' | 'report' }>
  readonly edit: ReturnType<typeof useBulkEdit>
}

/** Tells what the change means and asks for it; then how far it is. */
export function ConfirmStep({ area, scope, everything, narrowed, stage, edit }: ConfirmStepProps) {
  const { nouns } = area.resource
  const running = stage.at === 'run'
  const asked = counted(scope.count, nouns)
  return (
    <Dialog
      open
      title={`Change ${asked}?`}
      onClose={running ? edit.stop : edit.leave}
      description={
        <>
          <p>{namesOf(area, scope.rows, scope.count)}.</p>
          {narrowed !== '' && (
            <p>
              {everything ? 'These are all in' : 'Picked from'} the list narrowed to {narrowed}.
            </p>
          )}
          {everything && narrowed === '' && <p>These are all {nouns.many} there are.</p>}
        </>
      }
      footer={
        running ? (
          <Button onClick={edit.stop}>Stop</Button>
        ) : (
          <>
            <Button onClick={edit.back}>Back</Button>
            <Button variant="primary" data-autofocus disabled={scope.count === 0} onClick={() => void edit.run(stage.set)}>
              Change {asked}
            </Button>
          </>
        )
      }
    >
      <div className="bulk-course">
        <SetWords area={area} set={stage.set} />
        {stage.at === 'confirm' && stage.preview !== null && (
          <div>
            <p>
              {stage.preview.plantsTotal === 0
                ? 'No plant notices.'
                : `${counted(stage.preview.plantsTotal, previewNouns.plants)} ${stage.preview.plantsTotal === 1 ? 'changes' : 'change'} with it: ${plantsWords(stage.preview)}.`}
            </p>
            {stage.preview.plantsTotal > 0 && <p>{sensorsWords(stage.preview)}.</p>}
          </div>
        )}
        {running ? (
          <Progress label="Rows changed" value={scope.match === null ? stage.done : null} max={scope.count} />
        ) : (
          <p>It can be undone right afterwards.</p>
        )}
        {edit.error !== undefined && (
          <Alert tone="danger" role="alert">
            {edit.error}
          </Alert>
        )}
      </div>
    </Dialog>
  )
}
