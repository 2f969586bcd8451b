import type { ComponentProps } from 'react'
import { ConfirmMany } from './ConfirmMany'
import { FailedRows } from './FailedRows'
import type { ManyRemoval } from './useManyRemoval'

interface RemoveManyProps extends Omit<ComponentProps<typeof ConfirmMany>, 'busy' | 'error' | 'onConfirm' | 'onCancel'> {
  readonly removal: ManyRemoval
}

/** Confirms the deletion of many rows, and reports the failed ones, which can be retried with the same successor. */
export function RemoveMany({ removal: [snapshot, send], preview, ...question }: RemoveManyProps) {
  const { done, failed, failure } = snapshot.context
  const busy = snapshot.matches('deleting')
  const close = () => send({ type: 'close' })
  if (snapshot.matches('closed')) return null
  if (failed.length > 0)
    return (
      <FailedRows
        area={question.area}
        verb="deleted"
        failed={failed}
        doneCount={done}
        requestedCount={question.count}
        busy={busy}
        error={failure}
        onRetry={() => send({ type: 'retry' })}
        onClose={close}
      />
    )
  return (
    <ConfirmMany
      {...question}
      preview={snapshot.matches('recounting') ? null : preview}
      busy={busy}
      error={failure}
      onConfirm={(successor) => send({ type: 'remove', successor })}
      onCancel={close}
    />
  )
}
