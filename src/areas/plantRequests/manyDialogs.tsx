import { useState, type ReactNode } from 'react'
import {
  plantRequests,
  REJECTION_NOTE_MAX,
  rejectionReasons,
  type PlantRequestDraft,
  type RejectionReason,
} from '../../contract/plantRequests'
import { bulkCalls } from '../../crud/bulk/bulkCalls'
import { ManyDialog } from '../../crud/bulk/ManyDialog'
import { useRepeatable } from '../../crud/bulk/sentCall'
import type { BulkDialogProps } from '../../crud/model/declaration'
import { Choice } from '../../ui/controls/Choice'
import { NoteInput } from '../../ui/controls/NoteInput'
import { usePublishPlantRequestsMutation } from './requestApi'
import { reasonWords } from './words'

/** Starts the review of all selected requests. */
export function ReviewMany(props: BulkDialogProps) {
  return (
    <ChangeMany {...props} verb="Start review of" deed="taken into review" set={{ status: 'in_review' }}>
      You become the reviewer of those that were requested or rejected; rejected ones lose their reason. Those in review keep
      their reviewer.
    </ChangeMany>
  )
}

/** Approves all selected requests that are in review. */
export function ApproveMany(props: BulkDialogProps) {
  return (
    <ChangeMany {...props} verb="Approve" deed="approved" set={{ status: 'approved' }}>
      They will be ready to publish. Those that are not in review stay as they are.
    </ChangeMany>
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
      <Choice legend="Reason" value={reason} options={reasons} disabled={false} onChange={setReason} />
      <NoteInput value={note} required={reason === 'other'} maxLength={REJECTION_NOTE_MAX} onChange={setNote} />
    </>
  )
  return (
    <ChangeMany
      {...props}
      danger
      verb="Reject"
      deed="rejected"
      fields={fields}
      blocked={reason === 'other' && rejectionNote === null}
      set={{ status: 'rejected', rejectionReason: reason, rejectionNote }}
    >
      They are kept with the reason, which their requesters can read, and can be reviewed again.
    </ChangeMany>
  )
}

/** Publishes each selected request that is approved and complete. */
export function PublishMany(props: BulkDialogProps) {
  const send = useRepeatable(usePublishPlantRequestsMutation()[0])
  return (
    <ManyDialog {...props} resource={plantRequests} verb="Publish" deed="published" send={send}>
      Each becomes a plant of the catalogue at once, and open requests for the same name are settled with it. Those that are not
      approved, or whose draft is not complete, stay as they are.
    </ManyDialog>
  )
}

interface ChangeManyProps extends BulkDialogProps {
  readonly verb: string
  readonly deed: string
  readonly set: Partial<PlantRequestDraft>
  readonly danger?: boolean
  readonly fields?: ReactNode
  readonly blocked?: boolean
  readonly children: ReactNode
}

function ChangeMany({ set, ...dialog }: ChangeManyProps) {
  const send = useRepeatable(bulkCalls(plantRequests).bulkUpdate.useMutation()[0])
  return <ManyDialog {...dialog} resource={plantRequests} send={(rows) => send({ ...rows, set })} />
}
