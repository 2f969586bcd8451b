import type { PlantRequest } from '../../contract/plantRequests'
import type { RowDialogProps } from '../../crud/model/declaration'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { useMove } from './useMove'
import { missingWords } from './words'

/** Starts a request's review, or reopens a rejected one. */
export function ReviewDialog({ row: shown, onClose }: RowDialogProps<PlantRequest>) {
  const { row, busy, problem, move } = useMove(shown, onClose)
  const again = row.status === 'rejected'
  return (
    <ConfirmDialog
      tone="primary"
      title={again ? `Review ${row.requestedName} again?` : `Start the review of ${row.requestedName}?`}
      confirmLabel={again ? 'Review again' : 'Start review'}
      busy={busy}
      error={problem?.message}
      onConfirm={() => void move({ status: 'in_review' }, 'is in review')}
      onCancel={onClose}
    >
      <p>
        {again
          ? 'The reason for the rejection is removed, and the request waits for a decision again.'
          : 'You become its reviewer. Complete its draft, compare it with the catalogue, then approve or reject it.'}
      </p>
    </ConfirmDialog>
  )
}

/** Approves a request in review; names what publishing will require. */
export function ApproveDialog({ row: shown, onClose }: RowDialogProps<PlantRequest>) {
  const { row, busy, problem, move } = useMove(shown, onClose)
  const missing = missingWords(row)
  return (
    <ConfirmDialog
      tone="primary"
      title={`Approve ${row.requestedName}?`}
      confirmLabel="Approve"
      busy={busy}
      error={problem?.message}
      onConfirm={() => void move({ status: 'approved' }, 'approved')}
      onCancel={onClose}
    >
      <p>{missing === null ? 'It can then be published.' : `It can be published once its draft has a ${missing}.`}</p>
    </ConfirmDialog>
  )
}
