import type { DeletionPreview } from '../../contract/bulk'
import { bulkCalls } from '../bulk/bulkCalls'
import { ManyRows } from '../bulk/ManyRows'
import { leftWords } from '../bulk/parts'
import { useRepeatable } from '../bulk/sentCall'
import { useManyRows, type RunRows } from '../bulk/useManyRows'
import { useUndo } from '../bulk/useUndo'
import { crudCalls } from '../model/crudCalls'
import { useForgetRecents } from '../model/recents'
import type { AnyStandardArea, BulkDialogProps } from '../model/declaration'
import { ConfirmMany } from './ConfirmMany'
import { removedWords, successionWords } from './removalWords'

interface RemoveManyProps extends RunRows, Pick<BulkDialogProps, 'filterWords'> {
  readonly area: AnyStandardArea
  /** The effect of the deletion, if it follows from loaded rows; otherwise the server previews it. */
  readonly loadedPreview?: DeletionPreview
}

/** Confirms the deletion of many rows, and reports the failed ones, which can be retried with the same successor. */
export function RemoveMany({ area, loadedPreview, filterWords, ...bulk }: RemoveManyProps) {
  const { resource } = area
  const undo = useUndo(resource)
  const forgetRecents = useForgetRecents(area.slug)
  const remove = useRepeatable(crudCalls(resource).bulkRemove.useMutation()[0])
  const [preview] = bulkCalls(resource).previewBulkRemove.useMutation()
  const run = useManyRows({
    ...bulk,
    resource,
    deed: 'deleted',
    ...(loadedPreview === undefined && { preview }),
    act: (part, successor) => remove({ ...part, reassignTo: successor?.id }),
    onDone(ids) {
      forgetRecents(ids)
      bulk.onDone(ids)
    },
    announce({ done, left, restorable, successor }) {
      // Those of a filter, of which no other ids are known.
      forgetRecents(restorable)
      const words = removedWords(resource, done, restorable.length)
      undo.offerForRemovals(`${words}${leftWords(left)}${successionWords(successor)}`, restorable)
    },
  })
  const { count } = run
  const serverPreview = run.isPreparing ? null : (run.preview ?? worstPreview(count))
  return (
    <ManyRows run={run} danger>
      {(question) => (
        <ConfirmMany
          key={count}
          {...run}
          removal={area.removal}
          preview={loadedPreview ?? serverPreview}
          question={question}
          filterWords={filterWords}
          onConfirm={run.confirm}
        />
      )}
    </ManyRows>
  )
}

/** Stands in for a preview that could not be read: assumes that no deleted row can be restored. */
function worstPreview(count: number): DeletionPreview {
  return { total: count, used: 0, undeletable: 0, final: count, users: {} }
}
