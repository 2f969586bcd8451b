import { useState } from 'react'
import { useGetAccountQuery } from '../../api/accountApi'
import { users, type User } from '../../contract/users'
import { crudCalls } from '../../crud/crudSlice'
import { isApiError } from '../../crud/problems'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { useToast } from '../../ui/Toaster'

interface DialogProps {
  readonly row: User
  readonly onClose: () => void
}

/** Asks before somebody is kept out; before that is oneself, the own address has to be typed. */
export function DeactivateDialog({ row, onClose }: DialogProps) {
  const { data, isLoading } = useGetAccountQuery()
  const { busy, error, change } = useActivation(row, false, onClose)
  const own = data?.id === row.id
  return (
    <ConfirmDialog
      open
      title={own ? 'Deactivate your own account?' : `Deactivate ${row.fullname}?`}
      confirmLabel="Deactivate"
      typed={own ? row.email : undefined}
      busy={busy || isLoading}
      error={error}
      onConfirm={change}
      onCancel={onClose}
    >
      {own ? (
        <p>You are signed out everywhere at once, and only another administrator can let you in again.</p>
      ) : (
        <p>
          {row.email} is signed out everywhere at once and cannot sign in until the account is reactivated. Nothing that was done
          with it is lost.
        </p>
      )}
    </ConfirmDialog>
  )
}

/** Asks before somebody may sign in again. */
export function ReactivateDialog({ row, onClose }: DialogProps) {
  const { busy, error, change } = useActivation(row, true, onClose)
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={`Reactivate ${row.fullname}?`}
      confirmLabel="Reactivate"
      busy={busy}
      error={error}
      onConfirm={change}
      onCancel={onClose}
    >
      <p>{row.email} can sign in again, with the password there was.</p>
    </ConfirmDialog>
  )
}

function useActivation({ id, version, fullname }: User, active: boolean, onDone: () => void) {
  const { get, update } = crudCalls(users)
  const [save, { isLoading }] = update.useMutation()
  const [stale, setStale] = useState(false)
  const { data: fresh } = get.useQuery(id, { skip: !stale, refetchOnMountOrArgChange: true })
  const [error, setError] = useState<string | null>(null)
  const toast = useToast()
  const run = async () => {
    setError(null)
    const answer = await save({ id, version: Math.max(version, fresh?.version ?? 0), draft: { active } })
    if (answer.error === undefined) {
      toast({ message: `${fullname} ${active ? 'reactivated' : 'deactivated'}` })
      return onDone()
    }
    const problem = isApiError(answer.error) ? answer.error.problem : null
    setError(problem?.message ?? 'The server’s answer could not be read.')
    if (problem?.code === 'stale') setStale(true)
    return undefined
  }
  return { busy: isLoading, error, change: () => void run() }
}
