import type { AnyObject, ObjectSchema } from 'yup'
import { useDebounced } from '../../ui/environment/useDebounced'
import { useFormState } from '../../ui/form/formState'
import { draftErrors, draftOf } from './values'

/**
 * The draft of the form around it once typing pauses, to preview its effect; null while it is not valid. Replaces the name, which has no
 * effect, so that a missing one does not hide the preview.
 */
export function usePreviewedDraft<Draft>(schema: ObjectSchema<AnyObject>): Draft | null {
  const { values } = useFormState()
  const draft = JSON.parse(useDebounced(JSON.stringify({ ...draftOf(values), name: 'Preview' }))) as Draft & AnyObject
  return Object.keys(draftErrors(schema, draft)).length === 0 ? draft : null
}
