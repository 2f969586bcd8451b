import { useLayoutEffect, type ComponentType } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { PageFailedProps } from './PageFailed'

interface Props {
  /** What is shown. */
  readonly Failed: ComponentType<PageFailedProps>
  /** Called when it is shown. */
  readonly onShown?: () => void
}

/** In place of a page that failed: Retry goes there again. The router has written the error to the browser's console. */
export function RouteFailed({ Failed, onShown }: Props) {
  const location = useLocation()
  const navigate = useNavigate()
  useLayoutEffect(() => onShown?.(), [onShown])
  return <Failed onRetry={() => void navigate(location, { replace: true, state: location.state })} />
}
