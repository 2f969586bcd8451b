import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import type { AnyRow } from '../crudSlice'
import type { AnyStandardArea } from '../declaration'
import { nameOf } from '../reference'
import { counted } from '../words'
import type { FailedRow } from './useRemoval'

interface FailedRowsProps {
  readonly area: AnyStandardArea
  readonly failed: readonly FailedRow[]
  /** How many were to be deleted in all. */
  readonly asked: number
  readonly busy: boolean
  readonly onRetry: (rows: readonly AnyRow[]) => void
  readonly onClose: () => void
}

/** What a bulk deletion left standing, each row with its reason. */
export function FailedRows({ area, failed, asked, busy, onRetry, onClose }: FailedRowsProps) {
  const { nouns } = area.resource
  return (
    <Dialog
      open
      title={`${counted(failed.length, nouns)} could not be deleted`}
      description={`${(asked - failed.length).toLocaleString('en')} of ${asked.toLocaleString('en')} are deleted.`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="danger" busy={busy} onClick={() => onRetry(failed.map(({ row }) => row))}>
            Retry failed
          </Button>
        </>
      }
    >
      <ul className="failed-rows">
        {failed.map(({ row, message }) => (
          <li key={row.id}>
            <strong>{nameOf(area.resource, row)}</strong>: {message}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
