import { LogOut } from 'lucide-react'
import { useState } from 'react'
import type { AccountSession } from '../../contract/account'
import type { User } from '../../contract/users'
import { sentenceOf } from '../../crud/problems'
import { Unloaded } from '../../crud/Unloaded'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { useToast } from '../../ui/Toaster'
import { useEndUserSessionMutation, useEndUserSessionsMutation, useListUserSessionsQuery } from './sessionsApi'
import { SessionsTable } from './SessionsTable'

interface Props {
  readonly row: User
}

/** Where a user is signed in, and the way to end it there. */
export function UserSessions({ row }: Props) {
  const query = useListUserSessionsQuery(row.id, { refetchOnMountOrArgChange: true })
  const { currentData } = query
  const [endingAll, setEndingAll] = useState(false)
  const [endOne, { originalArgs, isLoading }] = useEndUserSessionMutation()
  const toast = useToast()
  const end = async ({ id, device }: AccountSession) => {
    const { error } = await endOne({ userId: row.id, id })
    if (error === undefined) toast({ message: `Session of ${device} ended` })
  }
  const others = currentData?.filter(({ current }) => !current).length ?? 0
  return (
    <Card
      title="Sessions"
      flush={others > 0 || (currentData !== undefined && currentData.length > 0)}
      actions={
        others > 0 && (
          <Button size="sm" variant="danger-quiet" icon={LogOut} onClick={() => setEndingAll(true)}>
            {others === currentData?.length ? 'End all' : 'End all others'}
          </Button>
        )
      }
    >
      {currentData === undefined ? (
        <Unloaded query={query} rows={2} columns={4} label="Loading the sessions" />
      ) : currentData.length === 0 ? (
        <p className="text-ink-soft">Not signed in anywhere.</p>
      ) : (
        <SessionsTable
          sessions={currentData}
          ending={isLoading ? (originalArgs?.id ?? null) : null}
          onEnd={(session) => void end(session)}
        />
      )}
      {endingAll && <EndAllDialog row={row} others={others} onClose={() => setEndingAll(false)} />}
    </Card>
  )
}

interface EndAllProps extends Props {
  readonly others: number
  readonly onClose: () => void
}

function EndAllDialog({ row, others, onClose }: EndAllProps) {
  const [endAll, { isLoading, error }] = useEndUserSessionsMutation()
  const toast = useToast()
  const run = async () => {
    const { data } = await endAll(row.id)
    if (data === undefined) return
    toast({ message: data.ended === 1 ? '1 session ended' : `${data.ended} sessions ended` })
    onClose()
  }
  return (
    <ConfirmDialog
      open
      title={`Sign ${row.fullname} out everywhere?`}
      confirmLabel={others === 1 ? 'End 1 session' : `End ${others} sessions`}
      busy={isLoading}
      error={error === undefined ? null : sentenceOf(error)}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <p>Whoever is signed in as {row.email} has to sign in again. To keep them out, deactivate the account.</p>
    </ConfirmDialog>
  )
}
