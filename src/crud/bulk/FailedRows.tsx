import type { ReactNode } from 'react'
import type { FailedRow } from '../../../machines/manyRowsMachine'
import { Failure } from '../../ui/overlay/Failure'
import { Button } from '../../ui/controls/Button'
import { Dialog } from '../../ui/overlay/Dialog'
import { grouped } from '../../ui/text/numberWords'
import type { AnyResource } from '../model/declaration'
import { withFullStop } from '../model/problems'
import { counted } from '../model/words'
import { reasonsOf } from './failures'
import { namesOf } from './names'
import './bulk.css'

interface FailedRowsProps {
  readonly resource: AnyResource
  /** Past participle for the sentences: "deleted". */
  readonly deed: string
  readonly danger: boolean
  readonly failed: readonly FailedRow[]
  /** How many of them may be done, because the answer was lost. */
  readonly unknownCount: number
  /** How many rows are done, and how many were to be done. */
  readonly doneCount: number
  readonly requestedCount: number
  /** The failed rows are being retried: the last call is in progress. */
  readonly busy: boolean
  /** The failed rows are being retried in several calls, which the closing button stops. */
  readonly canStop: boolean
  /** Progress of the retry. */
  readonly progress: ReactNode
  /** Why the retry failed. */
  readonly error: string | null
  readonly onRetry: () => void
  readonly onClose: () => void
}

/** The rows that an action on many rows did not process, by reason. */
export function FailedRows({
  resource,
  deed,
  danger,
  failed,
  unknownCount,
  doneCount,
  requestedCount,
  busy,
  canStop,
  progress,
  error,
  onRetry,
  onClose,
}: FailedRowsProps) {
  const { nouns } = resource
  const listed = reasonsOf(failed).filter(({ named }) => named.length > 0)
  const unlistedCount = listed.reduce((rest, { count }) => rest - count, failed.length)
  const countText = counted(failed.length, nouns)
  return (
    <Dialog
      title={
        unknownCount === 0
          ? `${countText} could not be ${deed}`
          : unknownCount < failed.length
            ? `Up to ${countText} were not ${deed}`
            : `${countText} may not have been ${deed}`
      }
      description={`${unknownCount > 0 ? 'At least ' : ''}${grouped(doneCount)} of ${grouped(requestedCount)} ${doneCount === 1 ? 'is' : 'are'} ${deed}.`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} aria-disabled={busy || undefined}>
            {canStop || (busy && progress) ? 'Stop' : 'Close'}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy || canStop} onClick={onRetry}>
            Retry failed
          </Button>
        </>
      }
    >
      <div className="stack">
        <ul className="failed-rows">
          {listed.map(({ message, count, named }) => {
            const names = namesOf(
              resource,
              named.map(({ row }) => row),
              count,
            )
            return (
              <li key={message}>
                <strong>{count === 1 ? names : counted(count, nouns)}</strong>
                {count > 1 && ` (${names})`}: {withFullStop(message)}
              </li>
            )
          })}
          {unlistedCount > 0 && <li>And {counted(unlistedCount, nouns)} more.</li>}
        </ul>
        {progress}
        <Failure>{error}</Failure>
      </div>
    </Dialog>
  )
}
