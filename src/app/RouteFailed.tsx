import { useLayoutEffect, type ComponentType } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { PageFailedProps } from './PageFailed'

interface Props {
  /** The message to render. */
  readonly Failed: ComponentType<PageFailedProps>
  /** Called when the message is shown. */
  readonly onShown?: () => void
}

/** Replaces a failed page: Retry navigates to it again. The router has logged the error to the browser's console. */
export function RouteFailed({ Failed, onShown }: Props) {
  const location = useLocation()
  const navigate = useNavigate()
  useLayoutEffect(() => onShown?.(), [onShown])
  return <Failed onRetry={() => void navigate(location, { replace: true, state: location.state })} />
}
