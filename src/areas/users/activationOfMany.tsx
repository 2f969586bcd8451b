import { users } from '../../contract/users'
import { UpdateMany } from '../../crud/bulk/UpdateMany'
import type { BulkDialogProps } from '../../crud/model/declaration'
import { useOwnId } from './useOwnId'

/** Deactivates all selected users. */
export function DeactivateMany(props: BulkDialogProps) {
  const refusal = selfRefusal(props, useOwnId().id)
  return (
    <UpdateMany
      {...props}
      resource={users}
      verb="Deactivate"
      deed="deactivated"
      danger
      set={{ active: false }}
      applies={(row) => row['active'] === true}
      blocked={refusal !== null}
    >
      {refusal ??
        'They are signed out everywhere at once and cannot sign in until they are reactivated. The invitations that they sent are revoked, unless they were accepted.'}
    </UpdateMany>
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
    <UpdateMany
      {...props}
      resource={users}
      verb="Reactivate"
      deed="reactivated"
      set={{ active: true }}
      applies={(row) => row['active'] === false}
    >
      They can sign in again, with the same passwords.
    </UpdateMany>
  )
}
