import { useMemo, useState } from 'react'
import type { InUse } from '../../../machines/removalMachine'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import type { ComboboxOption } from '../../ui/controls/ComboboxList'
import type { AnyRow } from '../model/crudSlice'
import type { AnyStandardArea } from '../model/declaration'
import { nameOf } from '../model/reference'
import { finalWords, foreseen } from './foresight'
import { usersWords } from './inUse'
import { SuccessorPicker } from './SuccessorPicker'

interface ReassignDialogProps {
  readonly area: AnyStandardArea
  readonly row: AnyRow
  readonly inUse: InUse
  readonly busy: boolean
  /** Why the last attempt failed. */
  readonly error: string | null
  readonly onReassign: (to: ComboboxOption) => void
  readonly onCancel: () => void
}

/** For a row in use: names its users, asks for a successor, and reassigns and deletes in one call. */
export function ReassignDialog({ area, row, inUse, busy, error, onReassign, onCancel }: ReassignDialogProps) {
  const { resource } = area
  const [to, setTo] = useState<ComboboxOption | null>(null)
  const going = useMemo(() => [row], [row])
  return (
    <ConfirmDialog
      open
      title={`${nameOf(resource, row)} is in use`}
      confirmLabel="Reassign and delete"
      fields={<SuccessorPicker resource={resource} rows={going} value={to} onPick={setTo} />}
      blocked={to === null}
      busy={busy}
      error={error}
      onConfirm={() => to !== null && onReassign(to)}
      onCancel={onCancel}
    >
      <p>{inUse.message}:</p>
      <p>{usersWords(inUse.users)}.</p>
      <p>
        Give them another {resource.nouns.one}, and this one is deleted. Both happen together.{' '}
        {finalWords(foreseen(resource, going))}
      </p>
    </ConfirmDialog>
  )
}
