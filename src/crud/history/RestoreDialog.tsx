import { useEffect, useEffectEvent, useState } from 'react'
import type { ActivityEntry } from '../../contract/activity'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { Time } from '../../ui/text/Time'
import { useToast } from '../../ui/overlay/Toaster'
import { bulkCalls } from '../bulk/bulkCalls'
import { crudCalls, type AnyRow } from '../model/crudCalls'
import type { AnyStandardArea } from '../model/declaration'
import { kindOf } from '../model/fieldKind'
import { enumerated } from '../model/words'
import { sentenceOf } from '../model/problems'
import { nameOf } from '../model/reference'
import { PreviewPlaceholder } from '../parts/PreviewPlaceholder'
import { valuesBefore } from './changes'

interface Props {
  readonly area: AnyStandardArea
  readonly row: AnyRow
  readonly entry: ActivityEntry
  /** The row's later entries, newest first. */
  readonly since: readonly ActivityEntry[]
  readonly onClose: () => void
}

/** Confirms restoring an earlier version of a row, and first shows what that does to rows of other areas. */
export function RestoreDialog({ area: { resource, Effect }, row, entry, since, onClose }: Props) {
  const [restore, { isLoading, error }] = bulkCalls(resource).restoreVersion.useMutation()
  const [sendPreview, preview] = crudCalls(resource).preview.useMutation()
  // Remembers the failure, which the next attempt forgets, so that its Retry button stays until there is an answer.
  const [failure, setFailure] = useState<unknown>()
  const look = async () => {
    const { error: failed } = await sendPreview({ id: row.id, draft: valuesBefore(resource, since) })
    setFailure(failed)
  }
  const isPreviewed = resource.previews && Effect !== undefined
  const start = useEffectEvent(() => {
    if (isPreviewed) void look()
  })
  // Repeats the preview when another user has changed the row.
  useEffect(() => start(), [since.length])
  const toast = useToast()
  const name = nameOf(resource, row)
  const kept = resource.keptOnRestore.map((field) => kindOf(resource.row, field).label.toLowerCase())
  const run = async () => {
    const answer = await restore({ id: row.id, version: row.version, entryId: entry.id })
    if (answer.error !== undefined) return
    toast({ message: `${nameOf(resource, answer.data)} restored to that version` })
    onClose()
  }
  return (
    <ConfirmDialog
      tone="primary"
      title={`Restore this version of ${name}?`}
      confirmLabel="Restore"
      blocked={isPreviewed && preview.data === undefined}
      busy={isLoading}
      error={error === undefined ? null : sentenceOf(error)}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <p>
        Its fields get the values of <Time value={entry.at} show="absolute" focusable={false} /> again.
        {kept.length > 0 && ` Not changed: ${enumerated(kept)}.`} The change is recorded, and you can restore the current version
        afterwards.
      </p>
      {isPreviewed && (
        <div role="status">
          {preview.data === undefined ? (
            <PreviewPlaceholder query={{ error: failure, isFetching: preview.isLoading, refetch: look }} />
          ) : (
            <Effect preview={preview.data} />
          )}
        </div>
      )}
    </ConfirmDialog>
  )
}
