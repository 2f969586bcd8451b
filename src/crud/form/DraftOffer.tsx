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
    <Alert
      className="record-note"
      tone="info"
      title="You left unsaved changes here"
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
    >
      Typed <Time value={new Date(draft.savedAt).toISOString()} />, kept in this tab only.
    </Alert>
  )
}
