import { useFormState } from '../../ui/form/formState'
import { useLeaveGuard } from '../../ui/overlay/useLeaveGuard'

/** Inside a form: leaving the page with something typed asks first. */
export function Unsaved() {
  useLeaveGuard(useFormState().dirty)
  return null
}
