import { useEffect, useState } from 'react'
import type { AnyObject, ObjectSchema } from 'yup'
import { useEnvironment } from '../../ui/environment/Environment'
import { useFormState } from '../../ui/form/formState'
import { draftErrors, draftOf } from './values'

/** Debounce in milliseconds: longer than the pause between two keys. */
const TYPING_MS = 400

/**
 * The draft of the form around it once typing pauses, to preview its effect; null while it is not valid. Replaces the name, which has no
 * effect, so that a missing one does not hide the preview.
 */
export function usePreviewedDraft<Draft>(schema: ObjectSchema<AnyObject>): Draft | null {
  const { later } = useEnvironment()
  const { values } = useFormState()
  const text = JSON.stringify({ ...draftOf(values), name: 'Preview' })
  const [debounced, setDebounced] = useState(text)
  useEffect(() => later(TYPING_MS, () => setDebounced(text)), [later, text])
  const draft = JSON.parse(debounced) as Draft & AnyObject
  return Object.keys(draftErrors(schema, draft)).length === 0 ? draft : null
}
