import { useId, useMemo, useState } from 'react'
import type { Problem } from '../../contract/problem'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import type { ComboboxOption } from '../../ui/Combobox'
import { Dialog } from '../../ui/Dialog'
import type { AnyRow } from '../crudSlice'
import type { AnyStandardArea } from '../declaration'
import { nameOf } from '../reference'
import { enumerated } from '../words'
import { SuccessorPicker } from './SuccessorPicker'

/** Who uses a row that was to be deleted, and the server's sentence about it. */
export interface InUse {
  readonly message: string
  readonly users: NonNullable<Problem['users']>
}

interface ReassignDialogProps {
  readonly area: AnyStandardArea
  readonly row: AnyRow
  readonly inUse: InUse
  readonly busy: boolean
  /** Why the last try failed. */
  readonly error: string | undefined
  readonly onReassign: (to: ComboboxOption) => void
  readonly onCancel: () => void
}

/** The row is in use: names who uses it, asks for the one that takes over, and does both in one step. */
export function ReassignDialog({ area, row, inUse, busy, error, onReassign, onCancel }: ReassignDialogProps) {
  const { resource } = area
  const [to, setTo] = useState<ComboboxOption | null>(null)
  const going = useMemo(() => [row], [row])
  const formId = useId()
  return (
    <Dialog
      open
      role="alertdialog"
      size="sm"
      title={`${nameOf(resource, row)} is in use`}
      description={
        <>
          <p>{inUse.message}:</p>
          <p>{usersWords(inUse.users)}.</p>
          <p>
            Give them another {resource.nouns.one}, and this one is deleted. Both happen together, and can be undone right
            afterwards.
          </p>
        </>
      }
      onClose={busy ? () => undefined : onCancel}
      footer={
        <>
          <Button onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={busy} disabled={to === null}>
            Reassign and delete
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="confirm-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (to !== null && !busy) onReassign(to)
        }}
      >
        <SuccessorPicker resource={resource} rows={going} value={to} onPick={setTo} />
        {error !== undefined && (
          <Alert tone="danger" role="alert">
            {error}
          </Alert>
        )}
      </form>
    </Dialog>
  )
}

/** "Calathea ornata, Hoya carnosa and 12 more". */
function usersWords({ rows, total }: InUse['users']): string {
  const names = rows.map(({ name }) => name)
  const more = total - names.length
  return enumerated(more > 0 ? [...names, `${more.toLocaleString('en')} more`] : names)
}
