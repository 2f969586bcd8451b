import { useState } from 'react'
import type { InUse } from '../../../machines/removalMachine'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import type { ComboboxOption } from '../../ui/controls/useSearch'
import type { AnyRow } from '../model/crudCalls'
import type { AnyStandardArea } from '../model/declaration'
import { nameOf } from '../model/reference'
import { previewOf } from './removalPreview'
import { finalWords, usersWords } from './removalWords'
import { SuccessorPicker } from './SuccessorPicker'

interface ReassignDialogProps {
  readonly area: AnyStandardArea
  readonly row: AnyRow
  readonly inUse: InUse
  readonly busy: boolean
  /** Why the last attempt failed. */
  readonly error: string | null
  readonly onReassign: (successor: ComboboxOption) => void
  readonly onCancel: () => void
}

/** For a row in use: names its users, asks for a successor, and reassigns and deletes in one call. */
export function ReassignDialog({ area, row, inUse, busy, error, onReassign, onCancel }: ReassignDialogProps) {
  const { resource } = area
  const [successor, setSuccessor] = useState<ComboboxOption | null>(null)
  const rows = [row]
  return (
    <ConfirmDialog
      title={`${nameOf(resource, row)} is in use`}
      confirmLabel="Reassign and delete"
      fields={<SuccessorPicker resource={resource} rows={rows} value={successor} onPick={setSuccessor} />}
      blocked={successor === null}
      busy={busy}
      error={error}
      onConfirm={() => successor !== null && onReassign(successor)}
      onCancel={onCancel}
    >
      <p>{inUse.message}:</p>
      <p>{usersWords(inUse.users)}.</p>
      <p>
        Choose another {resource.nouns.one} for them; this one is then deleted. Both changes are made together.{' '}
        {finalWords(previewOf(resource, rows))}
      </p>
    </ConfirmDialog>
  )
}
