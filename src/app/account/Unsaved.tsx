import { useFormState } from '../../ui/form/formState'
import { useLeaveGuard } from '../../ui/overlay/useLeaveGuard'

/** Inside a form: asks before unsaved values are lost. */
export function Unsaved() {
  useLeaveGuard(useFormState().dirty)
  return null
}
