import type { ReactNode } from 'react'
import { Failure } from '../../ui/overlay/Failure'
import { Button } from '../../ui/controls/Button'
import { Dialog } from '../../ui/overlay/Dialog'
import { grouped } from '../../ui/text/numberWords'
import { withFullStop } from '../model/problems'
import { counted } from '../model/words'
import { reasonsOf } from './failures'
import { namesOf } from './names'
import type { ManyRowsRun } from './useManyRows'
import './bulk.css'

interface FailedRowsProps extends Pick<
  ManyRowsRun,
  'resource' | 'deed' | 'failed' | 'unknown' | 'done' | 'count' | 'isEnding' | 'canStop' | 'failure' | 'retry' | 'leave'
> {
  readonly danger: boolean
  /** Progress of the retry. */
  readonly progress: ReactNode
}

/** The rows that an action on many rows did not process, by reason. */
export function FailedRows({
  resource,
  deed,
  danger,
  failed,
  unknown,
  done,
  count,
  isEnding,
  canStop,
  progress,
  failure,
  retry,
  leave,
}: FailedRowsProps) {
  const { nouns } = resource
  const listed = reasonsOf(failed).filter(({ named }) => named.length > 0)
  const unlistedCount = listed.reduce((rest, { count }) => rest - count, failed.length)
  const countText = counted(failed.length, nouns)
  return (
    <Dialog
      title={
        unknown === 0
          ? `${countText} could not be ${deed}`
          : unknown < failed.length
            ? `Up to ${countText} were not ${deed}`
            : `${countText} may not have been ${deed}`
      }
      description={`${unknown > 0 ? 'At least ' : ''}${grouped(done)} of ${grouped(count)} ${done === 1 ? 'is' : 'are'} ${deed}.`}
      onClose={leave}
      footer={
        <>
          <Button onClick={leave} aria-disabled={isEnding || undefined}>
            {canStop || (isEnding && progress) ? 'Stop' : 'Close'}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={isEnding || canStop} onClick={retry}>
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
        <Failure>{failure}</Failure>
      </div>
    </Dialog>
  )
}
