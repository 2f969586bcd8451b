import { useRef, useState } from 'react'
import type { Troubleshoot } from '../../contract/troubleshoots'
import { useDraftOwner } from '../../crud/model/draftOwner'
import { draftKey, dropDraft, readDraft, type Draft } from '../../crud/model/drafts'
import { saveFailure, type SaveFailure } from '../../crud/model/problems'
import { same } from '../../crud/model/same'
import { useEnvironment } from '../../ui/environment/Environment'
import { useToast } from '../../ui/overlay/Toaster'
import { useSaveTroubleshootsMutation } from './troubleshootApi'
import { asNew, overTheirs, removedRows, sentRows, valuesOf, withTheirs, type TroubleshootValues } from './troubleshootValues'

interface Ground {
  readonly base: TroubleshootValues
  readonly typed: TroubleshootValues
  readonly version: null
  /** Changes with every new ground, which resets the form. */
  readonly round: number
}

/** Runs an edit of a plant's troubleshoots: its ground, its draft, and its saves with their outcomes. */
export function useTroubleshootEditor(plantId: string, stored: readonly Troubleshoot[], onSaved: () => void) {
  const { tabStorage } = useEnvironment()
  const toast = useToast()
  const [send] = useSaveTroubleshootsMutation()
  const key = draftKey(useDraftOwner(), 'troubleshoots', plantId)
  const [start] = useState(() => valuesOf(stored))
  const [ground, setGround] = useState<Ground>({ base: start, typed: start, version: null, round: 0 })
  const [draft, setDraft] = useState(() => readDraft(tabStorage, key))
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const submitted = useRef(start)
  const releaseRef = useRef<() => void>(() => undefined)

  const stand = (base: TroubleshootValues, typed: TroubleshootValues) =>
    setGround((before) => ({ base, typed, version: null, round: before.round + 1 }))
  const submit = async (values: TroubleshootValues, base: TroubleshootValues) => {
    submitted.current = values
    setFailure(null)
    const answer = await send({ plantId, removed: removedRows(base, values), rows: sentRows(values) })
    if (answer.error !== undefined) return setFailure(inForm(saveFailure(answer.error)))
    dropDraft(tabStorage, key)
    releaseRef.current()
    toast({ message: 'Troubleshoots saved' })
    onSaved()
  }

  return {
    key,
    ground,
    failure,
    releaseRef,
    /** The unsaved draft; null when there is nothing to restore. */
    draft: draft !== null && !same(draft.values, start) ? draft : null,
    submit: (values: TroubleshootValues) => submit(values, ground.base),
    restoreDraft() {
      if (draft !== null) stand(rowsOf(draft.base), rowsOf(draft.values))
      setDraft(null)
    },
    forgetDraft() {
      setDraft(null)
      dropDraft(tabStorage, key)
    },
    takeTheirs(theirs: Troubleshoot) {
      setFailure(null)
      stand(withTheirs(ground.base, theirs), withTheirs(submitted.current, theirs))
    },
    saveOver(theirs: Troubleshoot) {
      const [base, values] = [overTheirs(ground.base, theirs), overTheirs(submitted.current, theirs)]
      stand(base, values)
      return submit(values, base)
    },
    /** Rows that another user deleted while they were edited here: the next save creates them again. */
    keepAsNew(places: readonly number[]) {
      setFailure(null)
      stand(asNew(ground.base, []), asNew(submitted.current, places))
    },
  }
}

/** Converts the paths of errors: the upsert's body is an array, the form's is named `rows`. */
function inForm(failure: SaveFailure | null): SaveFailure | null {
  if (failure?.kind !== 'fields') return failure
  return { ...failure, fields: Object.fromEntries(Object.entries(failure.fields).map(([path, words]) => [`rows${path}`, words])) }
}

function rowsOf(values: Draft['values']): TroubleshootValues {
  const { rows } = values
  return { rows: Array.isArray(rows) ? (rows as TroubleshootValues['rows']) : [] }
}
