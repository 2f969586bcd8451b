import { useCallback, useId, useState } from 'react'
import type { Problem } from '../../contract/problem'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { ComboboxInput, type ComboboxOption } from '../../ui/Combobox'
import { Dialog } from '../../ui/Dialog'
import type { Search } from '../../ui/useSearch'
import type { AnyRow } from '../crudSlice'
import type { AnyResource, AnyStandardArea } from '../declaration'
import { nameOf, useReferenceSearch } from '../reference'
import { enumerated } from '../words'

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
          <p>Give them another {resource.nouns.one}, and this one is deleted. Both happen together, and cannot be undone.</p>
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
        <SuccessorPicker resource={resource} row={row} value={to} onPick={setTo} />
        {error !== undefined && (
          <Alert tone="danger" role="alert">
            {error}
          </Alert>
        )}
      </form>
    </Dialog>
  )
}

interface SuccessorPickerProps {
  readonly resource: AnyResource
  readonly row: AnyRow
  readonly value: ComboboxOption | null
  readonly onPick: (option: ComboboxOption | null) => void
}

function SuccessorPicker({ resource, row, value, onPick }: SuccessorPickerProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        Give them instead
      </label>
      <div className="control">
        <ComboboxInput
          control={{
            id,
            name: 'successor',
            disabled: undefined,
            autoFocus: undefined,
            'aria-required': true,
            'aria-invalid': undefined,
            'aria-describedby': undefined,
          }}
          search={useOthers(resource, row.id)}
          value={value}
          placeholder={`Search ${resource.nouns.many}…`}
          onPick={onPick}
        />
      </div>
    </div>
  )
}

/** Finds every row but this one, which is shown as the one that goes. */
function useOthers(resource: AnyResource, id: string): Search<ComboboxOption> {
  const search = useReferenceSearch(resource)
  return useCallback(
    async (text, signal) => {
      const found = await search(text, signal)
      return found.map((option) => (option.id === id ? { ...option, disabled: 'is to be deleted' } : option))
    },
    [search, id],
  )
}

/** "Calathea ornata, Hoya carnosa and 12 more". */
function usersWords({ rows, total }: InUse['users']): string {
  const names = rows.map(({ name }) => name)
  const more = total - names.length
  return enumerated(more > 0 ? [...names, `${more.toLocaleString('en')} more`] : names)
}
