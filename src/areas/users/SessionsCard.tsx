import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useEndOtherSessionsMutation, useEndSessionMutation, useListSessionsQuery } from '../../api/accountApi'
import type { AccountSession } from '../../contract/account'
import type { User } from '../../contract/users'
import { sentenceOf } from '../../crud/model/problems'
import { counted } from '../../crud/model/words'
import { Unloaded } from '../../crud/parts/Unloaded'
import { Button } from '../../ui/controls/Button'
import { Card } from '../../ui/layout/Card'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { useToast } from '../../ui/overlay/Toaster'
import { SessionsTable } from './SessionsTable'

const nouns = { one: 'session', many: 'sessions' }

interface Props {
  /** The owner of the sessions; null: the signed-in user. */
  readonly user: Pick<User, 'id' | 'fullname' | 'email'> | null
}

/** A user's sessions, each with a button that ends it. */
export function SessionsCard({ user }: Props) {
  const userId = user?.id ?? null
  // A sign-in elsewhere raises no event.
  const query = useListSessionsQuery(userId, { refetchOnMountOrArgChange: true, refetchOnFocus: true })
  const { currentData: sessions } = query
  const [endingAll, setEndingAll] = useState(false)
  const { end, ending } = useEnding(userId)
  const others = sessions?.filter(({ current }) => !current).length ?? 0
  const isOwn = user === null || others < (sessions?.length ?? 0)
  return (
    <Card
      title="Sessions"
      description={
        user === null ? 'Where you are signed in. End sessions that you do not recognise, and change your password.' : undefined
      }
      flush={sessions !== undefined && sessions.length > 0}
      actions={
        <Button size="sm" variant="danger-quiet" icon={LogOut} aria-disabled={others === 0} onClick={() => setEndingAll(true)}>
          {isOwn ? 'End all others' : 'End all'}
        </Button>
      }
    >
      {sessions === undefined ? (
        <Unloaded query={query} rows={2} columns={4} label="Loading the sessions" />
      ) : sessions.length === 0 ? (
        <p className="soft">Not signed in anywhere.</p>
      ) : (
        <SessionsTable sessions={sessions} ending={ending} onEnd={end} />
      )}
      {endingAll && <EndOthersDialog user={isOwn ? null : user} others={others} onClose={() => setEndingAll(false)} />}
    </Card>
  )
}

/** Ends one session at once; its user has to sign in again. */
function useEnding(userId: string | null) {
  const [endOne, { originalArgs, isLoading }] = useEndSessionMutation()
  const toast = useToast()
  const run = async ({ id, device }: AccountSession) => {
    const { error } = await endOne({ userId, id })
    if (error === undefined) toast({ message: `Session of ${device} ended` })
  }
  return { end: (session: AccountSession) => void run(session), ending: isLoading ? (originalArgs?.id ?? null) : null }
}

interface EndOthersProps extends Props {
  readonly others: number
  readonly onClose: () => void
}

function EndOthersDialog({ user, others, onClose }: EndOthersProps) {
  const [endOthers, { isLoading, error }] = useEndOtherSessionsMutation()
  const toast = useToast()
  const run = async () => {
    const { data } = await endOthers(user?.id ?? null)
    if (data === undefined) return
    toast({ message: `${counted(data.ended, nouns)} ended` })
    onClose()
  }
  return (
    <ConfirmDialog
      title={user === null ? 'End all other sessions?' : `Sign ${user.fullname} out everywhere?`}
      confirmLabel={`End ${counted(others, nouns)}`}
      busy={isLoading}
      error={error === undefined ? null : sentenceOf(error)}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {user === null ? (
        <p>The devices have to sign in again. This session stays.</p>
      ) : (
        <p>All devices that are signed in as {user.email} have to sign in again. To keep the user out, deactivate the account.</p>
      )}
    </ConfirmDialog>
  )
}
