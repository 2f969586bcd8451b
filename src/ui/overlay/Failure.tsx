import { Alert } from './Alert'

interface FailureProps {
  readonly title?: string | undefined
  readonly children: string | null | undefined
}

/** Why the last call failed; renders nothing without a message. */
export function Failure({ title, children }: FailureProps) {
  return (
    children && (
      <Alert tone="danger" role="alert" title={title}>
        {children}
      </Alert>
    )
  )
}
