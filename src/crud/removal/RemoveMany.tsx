import type { BulkRows } from '../../../machines/bulkEditMachine'
import type { DeletionPreview } from '../../contract/bulk'
import type { ListQuery } from '../../contract/list'
import { bulkCalls } from '../bulk/bulkCalls'
import { ManyRows } from '../bulk/ManyRows'
import { leftWords } from '../bulk/parts'
import { useRepeatable } from '../bulk/sentCall'
import { useManyRows } from '../bulk/useManyRows'
import { useUndo } from '../bulk/useUndo'
import { crudCalls, type AnyRow } from '../model/crudCalls'
import type { AnyStandardArea } from '../model/declaration'
import { ConfirmMany } from './ConfirmMany'
import { removedWords, successionWords } from './removalWords'

interface RemoveManyProps {
  readonly area: AnyStandardArea
  /** The rows: by id, or all that match a list. */
  readonly target: BulkRows
  readonly count: number
  /** Those of them that are loaded; the dialog names the first. */
  readonly loadedRows: readonly AnyRow[]
  /** The list that all rows match, and what to do when their count has changed; left out when they are given by id. */
  readonly list?: { readonly query: ListQuery; readonly onRecounted: (count: number) => void }
  /** Search and filters in words; empty when the list is not filtered. */
  readonly filterWords: string
  /** The effect of the deletion, if it follows from loaded rows; otherwise the server previews it. */
  readonly loadedPreview?: DeletionPreview
  /** Called with the ids of the rows that a call has deleted; with none for a filter. */
  readonly onPart: (ids: readonly string[]) => void
  readonly onClose: () => void
}

/** Confirms the deletion of many rows, and reports the failed ones, which can be retried with the same successor. */
export function RemoveMany({ area, loadedPreview, filterWords, ...rows }: RemoveManyProps) {
  const { resource } = area
  const undo = useUndo(resource)
  const remove = useRepeatable(crudCalls(resource).bulkRemove.useMutation()[0])
  const [preview] = bulkCalls(resource).previewBulkRemove.useMutation()
  const run = useManyRows({
    ...rows,
    resource,
    ...(loadedPreview === undefined && { preview }),
    act: (part, successor) => remove({ ...part, reassignTo: successor?.id }),
    announce({ done, left, restorable, successor }) {
      const words = removedWords(resource, done, restorable.length)
      undo.offerForRemovals(`${words}${leftWords(left)}${successionWords(successor)}`, restorable)
    },
  })
  const { count } = run
  const serverPreview = run.isPreparing ? null : (run.preview ?? worstPreview(count))
  return (
    <ManyRows run={run} resource={resource} deed="deleted" danger>
      {(question) => (
        <ConfirmMany
          key={count}
          area={area}
          count={count}
          rows={run.rows}
          preview={loadedPreview ?? serverPreview}
          question={question}
          isAll={rows.list !== undefined}
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
