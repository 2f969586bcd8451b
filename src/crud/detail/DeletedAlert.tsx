import type { ReactNode } from 'react'
import { Alert } from '../../ui/overlay/Alert'
import { LinkButton } from '../../ui/controls/Button'
import type { AnyStandardArea } from '../model/declaration'
import { wholeListPath } from '../model/paths'

interface DeletedAlertProps {
  readonly area: AnyStandardArea
  readonly className?: string
  /** The consequence on this screen. */
  readonly children: ReactNode
}

/** Says that the row on screen has been deleted, and links to the list. */
export function DeletedAlert({ area: { slug, resource }, className, children }: DeletedAlertProps) {
  const { one, many } = resource.nouns
  return (
    <Alert
      tone="warning"
      role="status"
      className={className}
      title={`This ${one} has been deleted`}
      actions={<LinkButton href={wholeListPath(slug)}>All {many}</LinkButton>}
    >
      {children}
    </Alert>
  )
}
