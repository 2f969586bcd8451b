import { useFormState } from './formState'
import { useLeaveGuard } from '../overlay/useLeaveGuard'

/** Inside a form: asks before unsaved values are lost. */
export function Unsaved() {
  useLeaveGuard(useFormState().dirty)
  return null
}
