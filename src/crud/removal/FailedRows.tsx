import type { FailedRow } from '../../../machines/bulkEditMachine'
import { Alert } from '../../ui/overlay/Alert'
import { Button } from '../../ui/controls/Button'
import { Dialog } from '../../ui/overlay/Dialog'
import { grouped } from '../../ui/text/numberWords'
import type { AnyRow } from '../model/crudSlice'
import type { AnyStandardArea } from '../model/declaration'
import { nameOf } from '../model/reference'
import { counted } from '../model/words'
import { FAILURES_NAMED } from './failures'

interface FailedRowsProps {
  readonly area: AnyStandardArea
  /** Past participle for the sentence: "deleted". */
  readonly verb: 'deleted' | 'changed'
  readonly failed: readonly FailedRow[]
  /** How many rows are done, and how many were to be done. */
  readonly doneCount: number
  readonly requestedCount: number
  readonly busy: boolean
  /** Why they could not be tried again. */
  readonly error?: string | null
  readonly onRetry: (rows: readonly AnyRow[]) => void
  readonly onClose: () => void
}

/** The rows that a bulk call did not process, each with its reason. */
export function FailedRows({
  area,
  verb,
  failed,
  doneCount,
  requestedCount,
  busy,
  error = null,
  onRetry,
  onClose,
}: FailedRowsProps) {
  const { nouns } = area.resource
  const more = failed.length - FAILURES_NAMED
  return (
    <Dialog
      open
      title={`${counted(failed.length, nouns)} could not be ${verb}`}
      description={`${grouped(doneCount)} of ${grouped(requestedCount)} are ${verb}.`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Close
          </Button>
          <Button
            variant={verb === 'deleted' ? 'danger' : 'primary'}
            busy={busy}
            onClick={() => onRetry(failed.map(({ row }) => row))}
          >
            Retry failed
          </Button>
        </>
      }
    >
      <ul className="failed-rows">
        {failed.slice(0, FAILURES_NAMED).map(({ row, message }) => (
          <li key={row.id}>
            <strong>{nameOf(area.resource, row)}</strong>: {message}
          </li>
        ))}
        {more > 0 && <li>And {counted(more, nouns)} more.</li>}
      </ul>
      {error !== null && (
        <Alert tone="danger" role="alert">
          {error}
        </Alert>
      )}
    </Dialog>
  )
}
