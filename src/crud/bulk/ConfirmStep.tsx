import { Alert } from '../../ui/overlay/Alert'
import { Button } from '../../ui/controls/Button'
import { Dialog } from '../../ui/overlay/Dialog'
import { Progress } from '../../ui/layout/Progress'
import type { AnyStandardArea } from '../model/declaration'
import { namesOf } from './names'
import { counted } from '../model/words'
import { SetWords } from './SetWords'
import { partsOf } from './parts'
import { targetOf, type BulkEditSnapshot, type Scope, type SendBulkEdit } from './useBulkEdit'

interface ConfirmStepProps {
  readonly area: AnyStandardArea
  readonly scope: Scope
  readonly everything: boolean
  readonly narrowed: string
  readonly snapshot: BulkEditSnapshot
  readonly send: SendBulkEdit
}

/** Shows the effect of the change and asks for confirmation; then shows the progress. */
export function ConfirmStep({ area, scope, everything, narrowed, snapshot, send }: ConfirmStepProps) {
  const { nouns } = area.resource
  const { set, preview, failure, done, refused } = snapshot.context
  const asking = snapshot.matches('confirming')
  const isStopping = !snapshot.matches({ running: 'going' })
  const countText = counted(scope.count, nouns)
  return (
    <Dialog
      open
      title={`Change ${countText}?`}
      onClose={() => send({ type: asking ? 'close' : 'stop' })}
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
        asking ? (
          <>
            <Button onClick={() => send({ type: 'back' })}>Back</Button>
            <Button
              variant="primary"
              data-autofocus
              disabled={scope.count === 0}
              onClick={() => send({ type: 'run', parts: partsOf(targetOf(scope)) })}
            >
              Change {countText}
            </Button>
          </>
        ) : (
          <Button disabled={isStopping} onClick={() => send({ type: 'stop' })}>
            Stop
          </Button>
        )
      }
    >
      <div className="bulk-confirm">
        <SetWords area={area} set={set} />
        {asking && preview !== null && area.Effect !== undefined && (
          <div>
            <area.Effect preview={preview} />
          </div>
        )}
        {asking ? (
          <p>It can be undone right afterwards.</p>
        ) : (
          <Progress label="Rows changed" value={scope.match === null ? done + refused.length : null} max={scope.count} />
        )}
        {failure !== null && (
          <Alert tone="danger" role="alert">
            {failure}
          </Alert>
        )}
      </div>
    </Dialog>
  )
}
