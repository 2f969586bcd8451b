import { KeyRound } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Moment } from '../crud/parts/FieldText'
import type { Settled } from '../crud/model/useUndoAction'
import { Failure } from '../ui/overlay/Failure'
import { Button } from '../ui/controls/Button'
import { Card } from '../ui/layout/Card'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog'
import { useLeaveGuard } from '../ui/overlay/useLeaveGuard'
import { LeaveSecret } from './LeaveSecret'
import { SecretDialog } from './SecretDialog'
import { useSecret } from './useSecret'

interface SecretCardProps {
  readonly title: string
  readonly description: string
  /** What is created: "key". */
  readonly noun: string
  /** Whose it is. */
  readonly owner: string
  /** When it was created; null without one. */
  readonly createdAt: string | null
  /** Said while there is none. */
  readonly without: string
  /** What a new one does to the current one. */
  readonly consequence: string
  /** Title of the dialog that shows it once. */
  readonly shownAs: string
  /** How it is used. */
  readonly usage: ReactNode
  readonly request: () => Promise<Settled<string>>
}

/** A secret that the server shows once, on creation. Asks before a new one replaces it: the current one stops working. */
export function SecretCard({ title, description, noun, owner, createdAt, shownAs, usage, request, ...words }: SecretCardProps) {
  const [asking, setAsking] = useState(false)
  const { busy, value, failure, create, clear } = useSecret(noun, request)
  useLeaveGuard(busy, LeaveSecret)
  const ask = (asks: boolean) => {
    clear()
    setAsking(asks)
  }
  return (
    <Card
      title={title}
      description={description}
      actions={
        <Button icon={KeyRound} busy={busy} onClick={() => (createdAt === null ? void create() : ask(true))}>
          {createdAt === null ? `Create a ${noun}` : `New ${noun}`}
        </Button>
      }
    >
      <p className="soft">
        {createdAt === null ? (
          words.without
        ) : (
          <>
            Created <Moment value={createdAt} />
          </>
        )}
      </p>
      <Failure title={failure?.title}>{asking ? null : failure?.message}</Failure>
      {asking && value === null && (
        <ConfirmDialog
          title={`New ${noun} for ${owner}?`}
          confirmLabel={`Create a new ${noun}`}
          busy={busy}
          error={failure && `${failure.title}. ${failure.message}`}
          onConfirm={() => void create()}
          onCancel={() => setAsking(false)}
        >
          {words.consequence}
        </ConfirmDialog>
      )}
      {value !== null && (
        <SecretDialog title={shownAs} label={noun} value={value} onClose={() => ask(false)}>
          {usage}
        </SecretDialog>
      )}
    </Card>
  )
}
