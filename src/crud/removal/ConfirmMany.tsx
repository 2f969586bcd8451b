import { useState } from 'react'
import type { DeletionPreview } from '../../contract/bulk'
import { Choice, type ChoiceOption } from '../../ui/controls/Choice'
import type { ComboboxOption } from '../../ui/controls/useSearch'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { grouped } from '../../ui/text/numberWords'
import type { RunQuestion } from '../bulk/ManyRows'
import { WhichRows, type WhichRowsProps } from '../bulk/WhichRows'
import type { AnyStandardArea } from '../model/declaration'
import { counted } from '../model/words'
import { finalWords, usedWords } from './removalWords'
import { SuccessorPicker } from './SuccessorPicker'

interface ConfirmManyProps extends WhichRowsProps {
  readonly removal: AnyStandardArea['removal']
  /** The effect of the deletion; null while it loads. */
  readonly preview: DeletionPreview | null
  readonly question: RunQuestion
  readonly onConfirm: (successor: ComboboxOption | null) => void
}

/** Confirms the deletion of many rows: which rows, who uses them and what happens to those, and whether it can be undone. */
export function ConfirmMany({ removal, preview, question, onConfirm, ...which }: ConfirmManyProps) {
  const { resource, rows, count } = which
  const { progress, ...shown } = question
  const countText = counted(count, resource.nouns)
  const { total = count, used = 0, undeletable: undeletableCount = 0 } = preview ?? {}
  const users = preview === null ? null : usedWords(resource, preview)
  // Offers a successor, unless no row in use can be deleted.
  const canReassign = resource.reassigns && used > undeletableCount
  const hasUnused = canReassign && used < total
  const [reassigning, setReassigning] = useState(false)
  const [successor, setSuccessor] = useState<ComboboxOption | null>(null)
  const reassigns = canReassign && (reassigning || !hasUnused)
  const stayingCount = reassigns ? undeletableCount : used
  const isNoneDeleted = total > 0 && stayingCount === total
  const deletedText = counted(isNoneDeleted ? count : count - stayingCount, resource.nouns)
  const isSummed = resource.finalWith !== null && preview?.users[resource.finalWith] !== undefined
  const isTyped = removal?.typed === true || (preview?.final ?? 0) > 0
  return (
    <ConfirmDialog
      {...shown}
      title={`Delete ${countText}?`}
      confirmLabel={reassigns ? `Reassign and delete ${deletedText}` : `Delete ${deletedText}`}
      typed={progress === null && isTyped && !isNoneDeleted ? `delete ${countText}` : undefined}
      blocked={shown.blocked || preview === null || isNoneDeleted || (reassigns && successor === null)}
      onConfirm={() => onConfirm(reassigns ? successor : null)}
      fields={
        progress ??
        (canReassign && (
          <>
            {hasUnused && (
              <Choice
                legend="Those in use"
                value={reassigning ? 'reassigned' : 'left'}
                options={waysFor(resource.nouns.one)}
                disabled={shown.busy}
                onChange={(way) => setReassigning(way === 'reassigned')}
              />
            )}
            {reassigns && <SuccessorPicker resource={resource} rows={rows} value={successor} onPick={setSuccessor} />}
          </>
        ))
      }
    >
      <WhichRows {...which} />
      {preview === null ? (
        <p>Loading the preview…</p>
      ) : (
        <>
          {users !== null && <p>{canReassign ? `${users}.` : `${users}, and will not be deleted.`}</p>}
          {canReassign && undeletableCount > 0 && <p>{grouped(undeletableCount)} of them cannot be deleted.</p>}
          <p hidden={isNoneDeleted}>
            {!canReassign && rows.length < count && !isSummed && `Of the first ${counted(rows.length, resource.nouns)} alone: `}
            {!canReassign && `${removal?.consequence(rows, preview.users)} `}
            {finalWords(preview)}
          </p>
        </>
      )}
    </ConfirmDialog>
  )
}

/** The choices for rows in use. */
function waysFor(one: string): readonly ChoiceOption<'left' | 'reassigned'>[] {
  return [
    { value: 'left', label: 'Leave them, and delete the others' },
    { value: 'reassigned', label: `Replace them with another ${one} where they are used, and delete them too` },
  ]
}
