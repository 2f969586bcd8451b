import { BULK_PREVIEW_MAX } from '../../contract/bulk'
import { Failure } from '../../ui/overlay/Failure'
import { Button } from '../../ui/controls/Button'
import { Dialog } from '../../ui/overlay/Dialog'
import { Progress } from '../../ui/layout/Progress'
import type { AnyStandardArea } from '../model/declaration'
import { counted } from '../model/words'
import { SetWords } from './SetWords'
import { WhichRows } from './WhichRows'
import { partsOf } from './parts'
import { targetOf, type BulkEditSnapshot, type Scope, type SendBulkEdit } from './useBulkEdit'

interface ConfirmStepProps {
  readonly area: AnyStandardArea
  readonly scope: Scope
  /** Search and filters in words; empty when the list is not filtered. */
  readonly filterWords: string
  readonly snapshot: BulkEditSnapshot
  readonly send: SendBulkEdit
}

/** Shows the effect of the change and asks for confirmation; then shows the progress. */
export function ConfirmStep({ area, scope, filterWords, snapshot, send }: ConfirmStepProps) {
  const { nouns } = area.resource
  const { set, preview, failure, done, refused } = snapshot.context
  const isConfirming = snapshot.matches('confirming')
  const isStopping = !snapshot.matches({ running: 'going' })
  const countText = counted(scope.count, nouns)
  return (
    <Dialog
      title={`Change ${countText}?`}
      unsaved
      asks={isConfirming}
      onClose={() => send({ type: isConfirming ? 'close' : 'stop' })}
      description={
        <WhichRows
          resource={area.resource}
          rows={scope.rows}
          count={scope.count}
          isAll={scope.match !== null}
          filterWords={filterWords}
        />
      }
      footer={
        isConfirming ? (
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
          <Button aria-disabled={isStopping} onClick={() => send({ type: 'stop' })}>
            Stop
          </Button>
        )
      }
    >
      <div className="bulk-confirm">
        <SetWords area={area} set={set} />
        {isConfirming && preview !== null && area.Effect !== undefined && (
          <div>
            <area.Effect preview={preview} />
          </div>
        )}
        {isConfirming && area.resource.previews && scope.count > BULK_PREVIEW_MAX && (
          <p>Effects on other rows are previewed for at most {counted(BULK_PREVIEW_MAX, nouns)}.</p>
        )}
        {isConfirming ? (
          <p>It can be undone right afterwards.</p>
        ) : (
          <Progress label="Rows changed" value={scope.match === null ? done + refused.length : null} max={scope.count} />
        )}
        <Failure>{failure}</Failure>
      </div>
    </Dialog>
  )
}
