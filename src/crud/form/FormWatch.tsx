import { useEffect, useEffectEvent, useRef } from 'react'
import type { FormEdit } from '../../../machines/saveMachine'
import { useEnvironment } from '../../ui/environment/Environment'
import { useLeaveGuard } from '../../ui/overlay/useLeaveGuard'
import { useFormState } from '../../ui/form/formState'
import { dropDraft, storeDraft } from '../model/drafts'
import { same } from '../../ui/form/same'
import type { AnyResource } from '../model/declaration'
import { withoutSecrets, type Values } from './values'

interface FormWatchProps {
  readonly formId: string
  readonly edit: FormEdit
  /** Key under which the draft is stored. */
  readonly draftKey: string
  /** The resource of the form's fields; left out for a form of several rows. */
  readonly resource?: AnyResource | undefined
  /** The values are saved; the form is about to unmount. */
  readonly isSaved: boolean
  /** Called with the form's values when they are saved. */
  readonly onSaved?: (values: Values) => void
}

/** Inside a form: warns before unsaved changes are lost, stores them as a draft, and saves on Ctrl+S or ⌘S. */
export function FormWatch({ formId, edit, draftKey, resource, isSaved, onSaved }: FormWatchProps) {
  const { values, dirty, setValue } = useFormState<Values>()
  const isUnsaved = dirty && !isSaved
  useLeaveGuard(isUnsaved)
  const { tabStorage, now } = useEnvironment()
  const isFilledIn = useRef(false)
  const wasStored = useRef(false)

  useEffect(() => {
    // Fills in the values of a restored draft or a merge once; from then on the user changes them.
    if (isFilledIn.current) return
    isFilledIn.current = true
    for (const name of Object.keys(edit.typed)) if (!same(edit.typed[name], edit.base[name])) setValue(name, edit.typed[name])
  })

  useEffect(() => {
    const [kept, base] = [withoutSecrets(resource, values), withoutSecrets(resource, edit.base)]
    if (isUnsaved && !same(kept, base)) {
      wasStored.current = true
      storeDraft(tabStorage, draftKey, { values: kept, base, version: edit.version, savedAt: now() })
    } else if (wasStored.current) {
      wasStored.current = false
      dropDraft(tabStorage, draftKey)
    }
  }, [isUnsaved, values, edit, draftKey, resource, tabStorage, now])

  const reportSaved = useEffectEvent(() => onSaved?.(values))
  useEffect(() => {
    if (isSaved) reportSaved()
  }, [isSaved])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      const form = document.getElementById(formId)
      if (form instanceof HTMLFormElement && document.querySelector('dialog[open]') === null) form.requestSubmit()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [formId])
  return null
}
