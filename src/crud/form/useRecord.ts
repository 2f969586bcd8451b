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

/** The base of a form: the clean values, the typed values, and the version that a save updates (null: a new row). */
export interface Ground {
  readonly base: Values
  readonly typed: Values
  readonly version: number | null
  /** Changes with every new ground, which resets the form. */
  readonly round: number
}

interface RecordOptions {
  readonly area: AnyStandardArea
  readonly row: AnyRow | null
  readonly start: Values
  readonly onSaved: (row: AnyRow) => void
  /** Called when the row to save does not exist. */
  readonly onMissing?: (() => void) | undefined
}

/** Runs a form: its ground, its draft, and its saves with their outcomes. */
export function useRecord({ area, row, start, onSaved, onMissing }: RecordOptions) {
  const { tabStorage } = useEnvironment()
  const toast = useToast()
  const toastSaved = useUndoSave(area.resource)
  const save = useSave(area.resource, row?.id ?? null)
  const foresee = usePreview(area.resource, row)
  const key = draftKey(useDraftOwner(), area.slug, row?.id ?? null)
  const [ground, setGround] = useState<Ground>({ base: start, typed: start, version: row?.version ?? null, round: 0 })
  const [draft, setDraft] = useState(() => readDraft(tabStorage, key))
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [saved, setSaved] = useState(false)
  const [submitted, setSubmitted] = useState<Values>(start)
  const [foreseen, setForeseen] = useState<{ preview: ChangePreview; save: () => Promise<void> } | null>(null)
  const releaseRef = useRef<() => void>(() => undefined)

  const startFrom = (base: Values, typed: Values, version: number | null) =>
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
    setSubmitted(values)
    const outcome = await save(values, version)
    setForeseen(null)
    const saved = 'saved' in outcome ? outcome.saved : alreadySaved(area, values, outcome.failure)
    if (saved === null) return refuse('failure' in outcome ? outcome.failure : null)
    const message = `${capitalized(area.resource.nouns.one)} ${nameOf(area.resource, saved)} saved`
    if (row === null) toast({ message })
    else toastSaved(message, saved, base, values)
    leave(saved)
  }
  const submitForeseen = async (values: Values) => {
    // Unchanged values affect no other rows.
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
    /** The save succeeded; the form is about to unmount. */
    saved,
    /** The values that the refused save sent. */
    submitted,
    releaseRef,
    /** The unsaved draft; null when there is nothing to restore. */
    draft: draft !== null && !same(draft.values, start) ? draft : null,
    /** Saves; a change that affects other rows is sent once `foreseen` is confirmed. */
    submit: submitForeseen,
    /** The effect of the pending save on other rows; null when no confirmation is pending. */
    foreseen,
    forgetForeseen: () => setForeseen(null),
    forgetDraft,
    restoreDraft() {
      if (draft !== null) startFrom(draft.base, draft.values, draft.version)
      setDraft(null)
    },
    dismissFailure: () => setFailure(null),
    /** Restarts the form from the version that another user saved. */
    takeTheirs(theirs: AnyRow) {
      const values = rowValues(area, theirs)
      forgetDraft()
      setFailure(null)
      startFrom(values, values, theirs.version)
    },
    /** Overwrites the version that another user saved. */
    saveOver(theirs: AnyRow, values: Values) {
      setFailure(null)
      const base = rowValues(area, theirs)
      startFrom(base, values, theirs.version)
      return submit(values, theirs.version, base)
    },
  }
}

function isAsItWas(values: Values, base: Values): boolean {
  return same(draftOf(values), draftOf(base))
}

/** The row, when the server's newer version equals the sent values: an earlier attempt had saved it, and its answer was lost. */
function alreadySaved(area: AnyStandardArea, values: Values, failure: SaveFailure | null): AnyRow | null {
  if (failure?.kind !== 'stale') return null
  return isAsItWas(values, rowValues(area, failure.theirs)) ? failure.theirs : null
}
