import { useDispatch } from 'react-redux'
import { useToast } from '../../ui/overlay/Toaster'
import { crudCalls, type AnyRow } from '../model/crudSlice'
import type { AnyResource } from '../model/declaration'
import { nameOf, type ApiDispatch } from '../model/reference'
import { same } from '../model/same'
import { draftOf, type Values } from './values'

/**
 * Shows a toast after a save, with a button that restores the fields' previous values. Undo sends the saved version: if another user has
 * changed the row since, the server refuses it and the alert says so. Works after the form has unmounted.
 */
export function useUndoSave(resource: AnyResource): (message: string, saved: AnyRow, base: Values, values: Values) => void {
  const dispatch = useDispatch<ApiDispatch>()
  const toast = useToast()
  return (message, { id, version }, base, values) => {
    const [before, after] = [draftOf(base), draftOf(values)]
    const draft = Object.fromEntries(Object.entries(before).filter(([name, value]) => !same(value, after[name])))
    const putBack = async () => {
      const { data } = await dispatch(crudCalls(resource).update.initiate({ id, version, draft }))
      if (data !== undefined) toast({ message: `${nameOf(resource, data)} is as before` })
    }
    const undo = { label: 'Undo', onAct: () => void putBack() }
    toast({ message, ...(Object.keys(draft).length > 0 && { action: undo }) })
  }
}
