import { BULK_PREVIEW_MAX, type BulkChange } from '../../contract/bulk'
import { Button } from '../../ui/controls/Button'
import { Dialog } from '../../ui/overlay/Dialog'
import { Failure } from '../../ui/overlay/Failure'
import { grouped } from '../../ui/text/numberWords'
import type { Values } from '../form/values'
import type { AnyResource, AnyStandardArea, BulkDialogProps } from '../model/declaration'
import { counted } from '../model/words'
import { bulkCalls } from './bulkCalls'
import { ManyRows } from './ManyRows'
import { leftWords } from './parts'
import { useRepeatable } from './sentCall'
import { SetWords } from './SetWords'
import { useManyRows } from './useManyRows'
import { useUndo } from './useUndo'
import { WhichRows } from './WhichRows'

interface SetManyProps extends BulkDialogProps {
  readonly area: AnyStandardArea
  readonly set: Values
  /** Returns to the fields. */
  readonly onBack: () => void
}

/** Shows the effect of an edit of many rows, asks for confirmation, changes the rows, and reports those that failed. */
export function SetMany({ area, set, filterWords, onBack, ...bulk }: SetManyProps) {
  const { resource, Effect } = area
  const undo = useUndo(resource)
  const change = useRepeatable(bulkCalls(resource).bulkUpdate.useMutation()[0])
  const [preview] = bulkCalls(resource).previewBulkUpdate.useMutation()
  const isPreviewed = resource.previews && bulk.count <= BULK_PREVIEW_MAX
  const run = useManyRows({
    ...bulk,
    resource,
    deed: 'changed',
    ...(isPreviewed && { preview: (rows) => preview({ ...rows, set }) }),
    act: (part) => change({ ...part, set }),
    announce: ({ done, left, changed }) => undo.offerForChanges(wordsOf(resource, done, changed) + leftWords(left), changed),
  })
  const countText = counted(run.count, resource.nouns)
  return (
    <ManyRows run={run} danger={false}>
      {({ busy, stoppable, blocked, error, progress, onCancel }) => (
        <Dialog
          title={`Change ${countText}?`}
          unsaved
          asks={!busy}
          onClose={onCancel}
          description={<WhichRows {...run} filterWords={filterWords} />}
          footer={
            <>
              {stoppable ? (
                <Button onClick={onCancel}>Stop</Button>
              ) : (
                <Button aria-disabled={busy} onClick={onBack}>
                  Back
                </Button>
              )}
              <Button variant="primary" data-autofocus busy={busy} aria-disabled={blocked} onClick={() => run.confirm(null)}>
                Change {countText}
              </Button>
            </>
          }
        >
          <div className="bulk-confirm">
            <SetWords area={area} set={set} />
            {run.preview !== null && Effect !== undefined && (
              <div>
                <Effect preview={run.preview} />
              </div>
            )}
            {resource.previews && !isPreviewed && (
              <p>Effects on other rows are previewed for at most {counted(BULK_PREVIEW_MAX, resource.nouns)}.</p>
            )}
            {progress ?? <p>It can be undone right afterwards.</p>}
            <Failure>{error}</Failure>
          </div>
        </Dialog>
      )}
    </ManyRows>
  )
}

/** The outcome in words. */
function wordsOf({ nouns }: AnyResource, done: number, { length }: readonly BulkChange[]): string {
  const unchanged = done - length
  const already = unchanged > 0 ? [`${length > 0 ? grouped(unchanged) : counted(unchanged, nouns)} already had these values`] : []
  return [...(length > 0 ? [`${counted(length, nouns)} changed`] : []), ...already].join(', ')
}
