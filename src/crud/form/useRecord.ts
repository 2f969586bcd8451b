import { useRef, useState } from 'react'
import type { ChangePreview } from '../../contract/preview'
import { useEnvironment } from '../../ui/environment/Environment'
import { useToast } from '../../ui/overlay/Toaster'
import type { AnyRow } from '../model/crudSlice'
import type { AnyStandardArea } from '../model/declaration'
import { useDraftOwner } from '../model/draftOwner'
import { draftKey, dropDraft, readDraft } from '../model/drafts'
import type { SaveFailure } from '../model/problems'
import { nameOf } from '../model/reference'
import { same } from '../model/same'
import { capitalized } from '../model/words'
import { usePreview } from './usePreview'
import { useSave } from './useSave'
import { useUndoSave } from './useUndoSave'
import { draftOf, rowValues, type Values } from './values'

/** What the form stands on: what is clean, what is typed, and the version that it changes (null: a new row). */
export interface Ground {
  readonly base: Values
  readonly typed: Values
  readonly version: number | null
  /** Another ground is another form. */
  readonly round: number
}

interface RecordOptions {
  readonly area: AnyStandardArea
  readonly row: AnyRow | null
  readonly start: Values
  readonly onSaved: (row: AnyRow) => void
  /** There is no such row to save. */
  readonly onMissing?: (() => void) | undefined
}

/** The course of a form: its ground, its draft, its saves and what became of them. */
export function useRecord({ area, row, start, onSaved, onMissing }: RecordOptions) {
  const { tabStorage } = useEnvironment()
  const toast = useToast()
  const tellSaved = useUndoSave(area.resource)
  const save = useSave(area.resource, row?.id ?? null)
  const foresee = usePreview(area.resource, row)
  const key = draftKey(useDraftOwner(), area.slug, row?.id ?? null)
  const [ground, setGround] = useState<Ground>({ base: start, typed: start, version: row?.version ?? null, round: 0 })
  const [draft, setDraft] = useState(() => readDraft(tabStorage, key))
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [saved, setSaved] = useState(false)
  const [sent, setSent] = useState<Values>(start)
  const [foreseen, setForeseen] = useState<{ preview: ChangePreview; save: () => Promise<void> } | null>(null)
  const releaseRef = useRef<() => void>(() => undefined)

  const stand = (base: Values, typed: Values, version: number | null) =>
    setGround((before) => ({ base, typed, version, round: before.round + 1 }))
  const refuse = (refusal: SaveFailure | null) => {
    setFailure(refusal)
    if (refusal?.kind === 'other' && refusal.missing) onMissing?.()
  }
  const leave = (saved: AnyRow) => {
    setSaved(true)
    dropDraft(tabStorage, key)
    releaseRef.current()
    onSaved(saved)
  }
  const submit = async (values: Values, version: number | null, base: Values) => {
    if (row !== null && isAsItWas(values, base)) {
      toast({ message: `${nameOf(area.resource, row)} has no changes to save` })
      return leave(row)
    }
    setSent(values)
    const outcome = await save(values, version)
    setForeseen(null)
    const saved = 'saved' in outcome ? outcome.saved : alreadySaved(area, values, outcome.failure)
    if (saved === null) return refuse('failure' in outcome ? outcome.failure : null)
    const message = `${capitalized(area.resource.nouns.one)} ${nameOf(area.resource, saved)} saved`
    if (row === null) toast({ message })
    else tellSaved(message, saved, base, values)
    leave(saved)
  }
  const submitForeseen = async (values: Values) => {
    // What is as it was does nothing to anybody.
    const outcome = isAsItWas(values, ground.base) ? { preview: null } : await foresee(values)
    if ('failure' in outcome) return refuse(outcome.failure)
    const { preview } = outcome
    const send = () => submit(values, ground.version, ground.base)
    return preview === null ? send() : setForeseen({ preview, save: send })
  }
  const forgetDraft = () => {
    setDraft(null)
    dropDraft(tabStorage, key)
  }

  return {
    key,
    ground,
    failure,
    /** All is saved; the form is about to be left. */
    saved,
    /** What the refused save had sent. */
    sent,
    releaseRef,
    /** Typed before and never saved; null when there is nothing to offer. */
    draft: draft !== null && !same(draft.values, start) ? draft : null,
    /** Saves; what others use is changed once `foreseen` is confirmed. */
    submit: submitForeseen,
    /** What the save about to be sent does to others; null when it waits for nobody. */
    foreseen,
    forgetForeseen: () => setForeseen(null),
    forgetDraft,
    restoreDraft() {
      if (draft !== null) stand(draft.base, draft.values, draft.version)
      setDraft(null)
    },
    dismissFailure: () => setFailure(null),
    /** Starts again from what somebody else saved. */
    takeTheirs(theirs: AnyRow) {
      const values = rowValues(area, theirs)
      forgetDraft()
      setFailure(null)
      stand(values, values, theirs.version)
    },
    /** Saves over what somebody else saved, knowing it. */
    saveOver(theirs: AnyRow, values: Values) {
      setFailure(null)
      const base = rowValues(area, theirs)
      stand(base, values, theirs.version)
      return submit(values, theirs.version, base)
    },
  }
}

function isAsItWas(values: Values, base: Values): boolean {
  return same(draftOf(values), draftOf(base))
}

/** The row, when the newer version on the server holds what was sent: an earlier try, whose answer was lost, had saved it. */
function alreadySaved(area: AnyStandardArea, values: Values, failure: SaveFailure | null): AnyRow | null {
  if (failure?.kind !== 'stale') return null
  return isAsItWas(values, rowValues(area, failure.theirs)) ? failure.theirs : null
}
