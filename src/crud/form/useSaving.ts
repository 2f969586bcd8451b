import { useEffect, useEffectEvent, useState } from 'react'
import { fromPromise } from 'xstate'
import { saveMachine, type FormEdit, type SaveContext } from '../../../machines/saveMachine'
import { useEnvironment } from '../../ui/environment/Environment'
import { useFlow } from '../../ui/environment/useFlow'
import { useDraftOwner } from '../model/storageOwner'
import { draftKey as keyOf, dropDraft, readDraft, storeDraft, type Draft } from '../model/drafts'
import { same } from '../../ui/form/same'
import type { Preview } from './saveCalls'
import type { Values } from './values'

interface SavingOptions {
  /** Area and form of the draft: an existing row's id, or the query string of a new row's form. */
  readonly slug: string
  readonly form: string
  readonly start: Values
  readonly version: number | null
  /** Previews what a save does to other rows; left out when it affects none. */
  readonly preview?: Preview | null
  /** Sends a save and shows a toast; rejects with a `SaveFailure`. */
  readonly save: (attempt: FormEdit) => Promise<SaveContext['row']>
  /** Called when the row to save does not exist. */
  readonly onMissing?: (() => void) | undefined
  readonly onSaved: (row: SaveContext['row']) => void
}

/** Runs the save of a form and its draft: the machine with its effects. */
export function useSaving({ slug, form, start, version, preview, save, onMissing, onSaved }: SavingOptions) {
  const { tabStorage, now } = useEnvironment()
  const owner = useDraftOwner()
  const formKey = keyOf(owner, slug, form)
  // A draft holds no secrets: these are the row's own.
  const whole = (values: Values): Values => ({ ...start, ...values })
  const [draft, setDraft] = useState(() => {
    const stored = readDraft(tabStorage, formKey)
    return stored !== null && same(whole(stored.values), start) ? null : stored
  })
  // What is typed beside an offered draft is stored apart from it; a restored draft stays under its own key.
  const [draftKey, setDraftKey] = useState(draft === null ? formKey : `${formKey} ${draft.savedAt}`)
  const [snapshot, send] = useFlow(
    saveMachine.provide({
      actors: {
        ...(preview && { preview: fromPromise(({ input }) => preview(input.typed)) }),
        save: fromPromise(async ({ input }) => {
          const row = await save(input)
          // Also when the user has left the page before the answer.
          dropDraft(tabStorage, draftKey)
          return { row }
        }),
      },
      actions: { refetchRow: () => onMissing?.() },
    }),
    { input: { base: start, version } },
  )
  const isSaved = snapshot.matches('saved')
  // An effect, because leaving asks for confirmation until the form has rendered as saved.
  const leave = useEffectEvent(() => onSaved(snapshot.context.row))
  useEffect(() => {
    if (isSaved) leave()
  }, [isSaved])

  return {
    ...snapshot.context,
    send,
    /** Key under which the form stores what is typed. */
    draftKey,
    isBusy: snapshot.hasTag('busy'),
    isSaved,
    /** The unsaved draft; null when there is nothing to restore, and while the form takes no input. */
    draft: snapshot.matches('editing') ? draft : null,
    restoreDraft() {
      if (draft === null) return
      send({ type: 'restart', base: whole(draft.base), typed: whole(draft.values), version: draft.version })
      setDraftKey(draft.key)
      setDraft(null)
    },
    discardDraft() {
      if (draft !== null) dropDraft(tabStorage, draft.key)
      setDraft(null)
    },
    /** Stores a draft of this form, or of that of the row `of` which it has created; an offered draft stays. */
    keepDraft: (typed: Omit<Draft, 'savedAt'>, of = form) =>
      storeDraft(tabStorage, of === form ? draftKey : keyOf(owner, slug, of), { ...typed, savedAt: now() }),
    /** Forgets what was typed here; an offered draft stays. */
    forgetTyped: () => dropDraft(tabStorage, draftKey),
  }
}
