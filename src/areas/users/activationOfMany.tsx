import { users } from '../../contract/users'
import { bulkCalls } from '../../crud/bulk/bulkCalls'
import { ManyDialog } from '../../crud/bulk/ManyDialog'
import { useRepeatable } from '../../crud/bulk/sentCall'
import type { BulkDialogProps } from '../../crud/model/declaration'
import { useOwnId } from './useOwnId'

/** Deactivates all selected users. */
export function DeactivateMany(props: BulkDialogProps) {
  const refusal = selfRefusal(props, useOwnId().id)
  const send = useSetActive(false)
  return (
    <ManyDialog {...props} resource={users} verb="Deactivate" deed="deactivated" danger blocked={refusal !== null} send={send}>
      {refusal ??
        'They are signed out everywhere at once and cannot sign in until they are reactivated. The invitations that they sent are revoked, unless they were accepted.'}
    </ManyDialog>
  )
}

/** Why the own account keeps all from being deactivated: on its own, the address has to be typed. */
function selfRefusal({ rows, loadedRows }: BulkDialogProps, ownId: string): string | null {
  if (loadedRows.some(({ id }) => id === ownId)) return 'You are among them: deselect your own account first.'
  return 'filter' in rows ? 'You may be among them: select the users page by page.' : null
}

/** Reactivates all selected users. */
export function ReactivateMany(props: BulkDialogProps) {
  return (
    <ManyDialog {...props} resource={users} verb="Reactivate" deed="reactivated" send={useSetActive(true)}>
      They can sign in again, with the same passwords.
    </ManyDialog>
  )
}

function useSetActive(active: boolean) {
  const send = useRepeatable(bulkCalls(users).bulkUpdate.useMutation()[0])
  return (rows: BulkDialogProps['rows']) => send({ ...rows, set: { active } })
}
