import type { ReactNode } from 'react'
import { OnceDialog } from '../ui/overlay/OnceDialog'
import { CopyText } from '../ui/text/CopyText'
import './telemetry.css'

interface SecretDialogProps {
  readonly title: string
  /** What is copied: "key". */
  readonly label: string
  readonly value: string
  /** How it is used. */
  readonly children: ReactNode
  readonly onClose: () => void
}

/** Shows a secret once, to be copied. */
export function SecretDialog({ title, label, value, children, onClose }: SecretDialogProps) {
  return (
    <OnceDialog title={title} done="Done" onClose={onClose}>
      <p>Copy it now: it cannot be shown again.</p>
      <p className="key-value">
        <CopyText text={value} label={label} />
      </p>
      <p className="soft">{children}</p>
    </OnceDialog>
  )
}
