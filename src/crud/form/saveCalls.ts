import { useState } from 'react'
import { useDispatch } from 'react-redux'
import type { SaveFailure } from '../../../machines/saveMachine'
import type { ChangePreview } from '../../contract/preview'
import { useToast } from '../../ui/overlay/Toaster'
import { createCallKeys } from '../model/callKeys'
import { crudCalls, type AnyRow } from '../model/crudCalls'
import type { AnyResource } from '../model/declaration'
import { saveFailure } from '../model/problems'
import { nameOf, type ApiDispatch } from '../model/reference'
import { same } from '../../ui/form/same'
import { useUndoAction } from '../model/useUndoAction'
import { draftOf, type Values } from './values'

export type Preview = (values: Values) => Promise<ChangePreview | null>

/**
 * Returns the function that previews what a change does to the rows that use this one; it resolves to null when it affects none, and rejects
 * with a `SaveFailure`. Null for a new row, and when the resource has no previews.
 */
export function usePreview(resource: AnyResource, row: AnyRow | null): Preview | null {
  const [sendPreview] = crudCalls(resource).preview.useMutation()
  if (row === null || !resource.previews) return null
  return async (values) => {
    const { data, error } = await sendPreview({ id: row.id, draft: draftOf(values) })
    if (data !== undefined) return hasEffect(data) ? data : null
    const failure = saveFailure(error)
    // Only the preview failed; no save was sent, so the outcome is certain.
    return Promise.reject(failure?.kind === 'other' ? { ...failure, sure: true } : failure)
  }
}

/** Whether a preview counts any affected row. */
function hasEffect(preview: ChangePreview): boolean {
  return Object.values(preview).some((value) => typeof value === 'number' && value > 0)
}

type SaveOutcome = { readonly saved: AnyRow } | { readonly failure: SaveFailure | null }

/** Sends a form: a create, or an update of the version that was read. A repeated create with the same values creates one row. */
export function useSave(
  resource: AnyResource,
  id: string | null,
): (values: Values, version: number | null) => Promise<SaveOutcome> {
  const calls = crudCalls(resource)
  const [create] = calls.create.useMutation()
  const [update] = calls.update.useMutation()
  const [keys] = useState(createCallKeys)

  return async (values, version) => {
    const draft = draftOf(values)
    const answer =
      id === null || version === null ? await create({ draft, key: keys.keyOf(draft) }) : await update({ id, version, draft })
    if (answer.data !== undefined) return { saved: answer.data }
    return { failure: saveFailure(answer.error) }
  }
}

/**
 * Shows a toast after a save, with a button that restores the fields' previous values. Undo sends the saved version: if another user has
 * changed the row since, the server refuses it and the alert says so. Works after the form has unmounted.
 */
export function useUndoSave(resource: AnyResource): (message: string, saved: AnyRow, base: Values, values: Values) => void {
  const dispatch = useDispatch<ApiDispatch>()
  const toast = useToast()
  const undoAction = useUndoAction()
  return (message, saved, base, values) => {
    const { id, version } = saved
    const [before, after] = [draftOf(base), draftOf(values)]
    const draft = Object.fromEntries(Object.entries(before).filter(([name, value]) => !same(value, after[name])))
    const putBack = (undoes: string) => dispatch(crudCalls(resource).update.initiate({ id, version, draft, undoes }))
    const undo = undoAction(nameOf(resource, saved), putBack, (row) => `${nameOf(resource, row)} changed back`)
    toast({ message, ...(Object.keys(draft).length > 0 && { action: undo }) })
  }
}
