import { isRestorable } from '../../contract/bulk'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import type { AnyRow } from '../model/crudSlice'
import type { AnyStandardArea } from '../model/declaration'
import { nameOf } from '../model/reference'
import { finalWords, foreseen } from './foresight'
import { usersWords } from './inUse'
import { ReassignDialog } from './ReassignDialog'
import { useRemoval } from './useRemoval'

interface RemoveOneProps {
  readonly area: AnyStandardArea
  readonly row: AnyRow
  readonly onClose: () => void
  readonly onRemoved: (ids: readonly string[]) => void
  readonly onStale?: (() => void) | undefined
}

/** Deletes one row; when it is in use, names its users, and offers to reassign them if the resource supports it. */
export function RemoveOne(props: RemoveOneProps) {
  const { area, row, onClose } = props
  const { resource, removal } = area
  const { busy, error, inUse, run } = useRemoval(props)
  if (inUse !== null && resource.reassigns && inUse.users.lasting !== true)
    return (
      <ReassignDialog
        area={area}
        row={row}
        inUse={inUse}
        busy={busy}
        error={error === inUse.message ? undefined : error}
        onReassign={run}
        onCancel={onClose}
      />
    )
  const name = nameOf(resource, row)
  const isTyped = removal?.typed === true || !isRestorable(resource, row)
  return (
    <ConfirmDialog
      open
      title={`Delete ${name}?`}
      confirmLabel={`Delete ${resource.nouns.one}`}
      typed={isTyped ? name : undefined}
      busy={busy}
      error={inUse === null ? error : `${inUse.message}: ${usersWords(inUse.users)}.`}
      onConfirm={() => run(null)}
      onCancel={onClose}
    >
      <p>
        {removal?.consequence([row])} {finalWords(foreseen(resource, [row]))}
      </p>
    </ConfirmDialog>
  )
}
