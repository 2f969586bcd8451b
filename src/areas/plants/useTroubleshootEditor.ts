import { useRef, useState } from 'react'
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
  sinceSave,
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
  const savedRows = useRef<readonly Troubleshoot[]>([])
  const [base, submitted] = [rowsOf(saving.edit.base), rowsOf(saving.submitted)]

  async function save({ base, typed }: FormEdit): Promise<null> {
    const [before, values] = [rowsOf(base), rowsOf(typed)]
    const [removed, rows] = [removedRows(before, values), sentRows(values)]
    if (removed.length + rows.length > 0) {
      const { data, error } = await sendRows({ plantId, removed, rows })
      const failure = error === undefined ? null : saveFailure(error)
      const theirs = failure?.kind === 'stale' && isTroubleshoot(failure.theirs) ? failure.theirs : null
      // An earlier attempt had saved the row, and its answer was lost; or another user changed its place alone.
      if (theirs !== null && same(contentOf(values, theirs.id), contentOf(valuesOf([theirs]), theirs.id)))
        return save({ base: overTheirs(before, theirs), typed: overTheirs(values, theirs), version: null })
      if (data === undefined) return Promise.reject(inForm(failure))
      savedRows.current = data
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
    /** Keeps what was typed while the save was under way as a draft: the form is about to close. */
    keepTypedSince(values: Values) {
      if (same(values, saving.submitted)) return
      const rows = savedRows.current
      saving.keepDraft({ values: sinceSave(rowsOf(values), rows), base: valuesOf(rows), version: null })
      toast({ message: 'What you typed during the save is kept: edit the troubleshoots to restore it' })
    },
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
