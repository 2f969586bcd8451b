import type { ReactNode } from 'react'
import { Alert } from '../../ui/overlay/Alert'
import { Button } from '../../ui/controls/Button'
import { Time } from '../../ui/text/Time'
import type { Draft } from '../model/drafts'

interface DraftOfferProps {
  readonly draft: Draft
  readonly onRestore: () => void
  readonly onDiscard: () => void
}

/** Offers to restore an unsaved draft of this form. */
export function DraftOffer({ draft, onRestore, onDiscard }: DraftOfferProps) {
  return (
    <DraftNote
      draft={draft}
      actions={
        <>
          <Button size="sm" variant="primary" onClick={onRestore}>
            Restore them
          </Button>
          <Button size="sm" variant="ghost" onClick={onDiscard}>
            Discard them
          </Button>
        </>
      }
    />
  )
}

interface DraftNoteProps extends Pick<DraftOfferProps, 'draft'> {
  readonly actions?: ReactNode
}

/** Says that a form has an unsaved draft, also where the form is not open. */
export function DraftNote({ draft, actions }: DraftNoteProps) {
  return (
    <Alert className="record-note" title="You left unsaved changes here" actions={actions}>
      Typed <Time value={new Date(draft.savedAt).toISOString()} />, kept in this tab only.
    </Alert>
  )
}
