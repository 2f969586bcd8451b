import { useFormState } from '../../ui/formState'
import { useLeaveGuard } from '../../ui/useLeaveGuard'

/** Inside a form: leaving the page with something typed asks first. */
export function Unsaved() {
  useLeaveGuard(useFormState().dirty)
  return null
}
