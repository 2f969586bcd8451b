import { useState } from 'react'
import { users, type User } from '../../contract/users'
import { crudCalls } from '../../crud/model/crudCalls'
import type { RowDialogProps } from '../../crud/model/declaration'
import { saveFailure } from '../../crud/model/problems'
import { useNewestRow } from '../../crud/model/useNewestRow'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { useToast } from '../../ui/overlay/Toaster'
import { useOwnId } from './useOwnId'

/** Confirms the deactivation of a user; for the user's own account the email address has to be typed. */
export function DeactivateDialog({ row, onClose }: RowDialogProps<User>) {
  const { id, isLoading } = useOwnId()
  const { busy, error, change } = useActivation(row, false, onClose)
  const isSelf = id === row.id
  return (
    <ConfirmDialog
      title={isSelf ? 'Deactivate your own account?' : `Deactivate ${row.fullname}?`}
      confirmLabel="Deactivate"
      typed={isSelf ? row.email : undefined}
      busy={busy || isLoading}
      error={error}
      onConfirm={change}
      onCancel={onClose}
    >
      {isSelf ? (
        <p>
          You are signed out everywhere at once, and only another administrator can reactivate you. The invitations that you sent
          are revoked, unless they were accepted.
        </p>
      ) : (
        <p>
          {row.email} is signed out everywhere at once and cannot sign in until the account is reactivated. The invitations that
          the account sent are revoked, unless they were accepted. Its activity stays recorded.
        </p>
      )}
    </ConfirmDialog>
  )
}

/** Confirms the reactivation of a user. */
export function ReactivateDialog({ row, onClose }: RowDialogProps<User>) {
  const { busy, error, change } = useActivation(row, true, onClose)
  return (
    <ConfirmDialog
      tone="primary"
      title={`Reactivate ${row.fullname}?`}
      confirmLabel="Reactivate"
      busy={busy}
      error={error}
      onConfirm={change}
      onCancel={onClose}
    >
      <p>{row.email} can sign in again, with the same password.</p>
    </ConfirmDialog>
  )
}

/** Shows the server's refusal in the dialog; after another user's change, the next attempt uses the account's current version. */
function useActivation(row: User, active: boolean, onDone: () => void) {
  const [save, { isLoading }] = crudCalls(users).update.useMutation()
  const [{ version }, noteRefusal] = useNewestRow(row)
  const [error, setError] = useState<string | null>(null)
  const toast = useToast()
  const run = async () => {
    setError(null)
    const answer = await save({ id: row.id, version, draft: { active } })
    if (answer.error === undefined) {
      toast({ message: `${row.fullname} ${active ? 'reactivated' : 'deactivated'}` })
      return onDone()
    }
    const failure = saveFailure(answer.error)
    noteRefusal(answer.error)
    return setError(failure?.kind === 'stale' ? 'Someone else changed this user. Try again.' : (failure?.message ?? null))
  }
  return { busy: isLoading, error, change: () => void run() }
}
