import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { SessionsTable } from '../../areas/users/SessionsTable'
import { useEndOtherSessionsMutation, useEndOwnSessionMutation, useListOwnSessionsQuery } from '../../api/accountApi'
import type { ApiError } from '../../api/extra'
import type { AccountSession } from '../../contract/account'
import { Unloaded } from '../../crud/Unloaded'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { useToast } from '../../ui/Toaster'

/** Where one is signed in, and the way to end it there. */
export function SessionsCard() {
  const query = useListOwnSessionsQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data } = query
  const [endAll, setEndAll] = useState(false)
  const { end, ending } = useEnding()
  const others = data?.filter(({ current }) => !current).length ?? 0
  return (
    <Card
      title="Sessions"
      description="Where you are signed in. End sessions that you do not recognise, and change your password."
      flush={data !== undefined}
      actions={
        <Button size="sm" variant="danger-quiet" icon={LogOut} disabled={others === 0} onClick={() => setEndAll(true)}>
          End all others
        </Button>
      }
    >
      {data !== undefined ? (
        <SessionsTable sessions={data} ending={ending} onEnd={end} />
      ) : (
        <Unloaded query={query} rows={2} columns={4} label="Loading your sessions" />
      )}
      {endAll && <EndOthersDialog others={others} onClose={() => setEndAll(false)} />}
    </Card>
  )
}

/** Ends one at once: whoever is there signs in again. */
function useEnding() {
  const [endOne, { originalArgs, isLoading }] = useEndOwnSessionMutation()
  const toast = useToast()
  const run = async ({ id, device }: AccountSession) => {
    const { error } = await endOne(id)
    if (error === undefined) toast({ message: `Session of ${device} ended` })
  }
  return { end: (session: AccountSession) => void run(session), ending: isLoading ? (originalArgs ?? null) : null }
}

function EndOthersDialog({ others, onClose }: { readonly others: number; readonly onClose: () => void }) {
  const [endOthers, { isLoading, error }] = useEndOtherSessionsMutation()
  const toast = useToast()
  const run = async () => {
    const { data } = await endOthers()
    if (data === undefined) return
    toast({ message: data.ended === 1 ? '1 session ended' : `${data.ended} sessions ended` })
    onClose()
  }
  return (
    <ConfirmDialog
      open
      title="End all other sessions?"
      confirmLabel={others === 1 ? 'End 1 session' : `End ${others} sessions`}
      busy={isLoading}
      error={(error as ApiError | undefined)?.problem.message}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <p>That device has to sign in again. This session stays.</p>
    </ConfirmDialog>
  )
}
