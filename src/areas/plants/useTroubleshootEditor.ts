import { useState } from 'react'
import type { FormEdit, SaveFailure } from '../../../machines/saveMachine'
import type { Troubleshoot } from '../../contract/troubleshoots'
import { useSaving } from '../../crud/form/useSaving'
import type { Values } from '../../crud/form/values'
import { saveFailure } from '../../crud/model/problems'
import { useToast } from '../../ui/overlay/Toaster'
import { useSaveTroubleshootsMutation } from './troubleshootApi'
import { same } from '../../ui/form/same'
import {
  asNew,
  blankRow,
  contentOf,
  isTroubleshoot,
  overTheirs,
  removedRows,
  rowsOf,
  sentRows,
  type TroubleshootValues,
  valuesOf,
  withTheirs,
} from './troubleshootValues'

/** Under which the drafts of the editor are stored. */
export const DRAFTS = 'troubleshoots'

/** Runs an edit of a plant's troubleshoots: its saves, and the choice between two versions of a row. */
export function useTroubleshootEditor(plantId: string, stored: readonly Troubleshoot[], onSaved: () => void) {
  const toast = useToast()
  const [sendRows] = useSaveTroubleshootsMutation()
  const [start] = useState(() => (stored.length === 0 ? { rows: [blankRow(plantId)] } : valuesOf(stored)))
  const saving = useSaving({ slug: DRAFTS, form: plantId, start, version: null, save, onSaved })
  const { send, failure } = saving
  const [base, submitted] = [rowsOf(saving.edit.base), rowsOf(saving.submitted)]

  async function save({ base, typed }: FormEdit): Promise<null> {
    const [before, values] = [rowsOf(base), rowsOf(typed)]
    const [removed, rows] = [removedRows(before, values), sentRows(values)]
    if (removed.length + rows.length > 0) {
      const { error } = await sendRows({ plantId, removed, rows })
      const failure = error === undefined ? null : saveFailure(error)
      const theirs = failure?.kind === 'stale' && isTroubleshoot(failure.theirs) ? failure.theirs : null
      // An earlier attempt had saved the row, and its answer was lost; or another user changed its place alone.
      if (theirs !== null && same(contentOf(values, theirs.id), contentOf(valuesOf([theirs]), theirs.id)))
        return save({ base: overTheirs(before, theirs), typed: overTheirs(values, theirs), version: null })
      if (error !== undefined) return Promise.reject(inForm(failure))
    }
    toast({ message: 'Troubleshoots saved' })
    return null
  }

  return {
    ...saving,
    base,
    /** Why the last save failed, until the next one begins. */
    failure: saving.isBusy ? null : failure,
    submit: (values: Values) => send({ type: 'save', typed: values, needsPreview: false }),
    takeTheirs(typed: TroubleshootValues, theirs: Troubleshoot) {
      saving.forgetTyped()
      send({ type: 'restart', base: withTheirs(base, theirs), typed: withTheirs(typed, theirs), version: null })
    },
    /** Saves the chosen values over another user's, or removes that user's version. */
    saveOver: (typed: TroubleshootValues, theirs: Troubleshoot, chosen?: Values) =>
      send({ type: 'saveOver', base: withTheirs(base, theirs), typed: overTheirs(typed, theirs, chosen), version: null }),
    /** Rows that another user deleted while they were edited here: the next save creates them again. */
    keepAsNew(typed: TroubleshootValues, places: readonly number[]) {
      const ids = places.map((at) => submitted.rows[at]?.['id'])
      send({ type: 'restart', base, typed: asNew(typed, ids), version: null })
    },
  }
}

/** Converts the paths of errors: the upsert names a row by its index alone; what is of no row is shown at the list. */
function inForm(failure: SaveFailure | null): SaveFailure | null {
  if (failure?.kind !== 'fields') return failure
  const pathOf = (path: string) => (path.startsWith('[') ? `rows${path}` : 'rows')
  return { ...failure, fields: Object.fromEntries(Object.entries(failure.fields).map(([path, words]) => [pathOf(path), words])) }
}
