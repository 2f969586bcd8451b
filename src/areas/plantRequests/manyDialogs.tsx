import { useState } from 'react'
import { missingFor, movesFrom, type PlantRequestMove } from '../../../machines/plantRequestMachine'
import {
  plantRequests,
  REJECTION_NOTE_MAX,
  rejectionReasons,
  type PlantRequest,
  type RejectionReason,
} from '../../contract/plantRequests'
import { ManyDialog } from '../../crud/bulk/ManyDialog'
import { useRepeatable } from '../../crud/bulk/sentCall'
import { UpdateMany } from '../../crud/bulk/UpdateMany'
import type { AnyRow } from '../../crud/model/crudCalls'
import type { BulkDialogProps } from '../../crud/model/declaration'
import { Choice } from '../../ui/controls/Choice'
import { NoteInput } from '../../ui/controls/NoteInput'
import { usePublishPlantRequestsMutation } from './requestApi'
import { reasonWords } from './words'

/** Starts the review of all selected requests. */
export function ReviewMany(props: BulkDialogProps) {
  return (
    <UpdateMany {...props} {...movable('review')} verb="Start review of" deed="put in review" set={{ status: 'in_review' }}>
      You become the reviewer of those that were requested or rejected; rejected ones lose their reason. Those in review keep
      their reviewer.
    </UpdateMany>
  )
}

/** Approves all selected requests that are in review. */
export function ApproveMany(props: BulkDialogProps) {
  return (
    <UpdateMany {...props} {...movable('approve')} verb="Approve" deed="approved" set={{ status: 'approved' }}>
      They can be published once their drafts are complete. Those that are not in review stay as they are.
    </UpdateMany>
  )
}

/** Reasons that can apply to many requests; a duplicate needs a plant of its own for each. */
const reasons = rejectionReasons.filter((reason) => reason !== 'duplicate').map((value) => ({ value, label: reasonWords[value] }))

/** Rejects all selected requests for one reason. */
export function RejectMany(props: BulkDialogProps) {
  const [reason, setReason] = useState<RejectionReason>('insufficient_data')
  const [note, setNote] = useState('')
  const rejectionNote = note.trim() === '' ? null : note.trim()
  const fields = (
    <>
      <Choice legend="Reason" value={reason} options={reasons} onChange={setReason} />
      <NoteInput value={note} required={reason === 'other'} maxLength={REJECTION_NOTE_MAX} onChange={setNote} />
    </>
  )
  return (
    <UpdateMany
      {...props}
      danger
      {...movable('reject')}
      verb="Reject"
      deed="rejected"
      fields={fields}
      blocked={reason === 'other' && rejectionNote === null}
      set={{ status: 'rejected', rejectionReason: reason, rejectionNote }}
    >
      They are kept with the reason, which their requesters can read, and can be reviewed again.
    </UpdateMany>
  )
}

/** Publishes each selected request that is approved and complete. */
export function PublishMany(props: BulkDialogProps) {
  const send = useRepeatable(usePublishPlantRequestsMutation()[0])
  return (
    <ManyDialog {...props} {...movable('publish')} verb="Publish" deed="published" send={send}>
      Each becomes a plant of the catalogue at once, and other open requests for the same name are rejected as its duplicates.
      Those that are not approved, or whose draft is not complete, stay as they are.
    </ManyDialog>
  )
}

/** The requests to which a move applies. */
function movable(move: PlantRequestMove) {
  return { resource: plantRequests, applies: (row: AnyRow) => isAble(row as PlantRequest, move) }
}

function isAble({ status, draft }: PlantRequest, move: PlantRequestMove): boolean {
  return movesFrom(status).includes(move) && (move !== 'publish' || missingFor(draft).length === 0)
}
