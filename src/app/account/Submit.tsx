import { Button } from '../../ui/controls/Button'
import { SubmitButton } from '../../ui/form/Form'
import { useSession, useSessionActor } from '../SessionProvider'

/** The button of a signed-out form that the session answers: busy while it does, and then it can be cancelled. */
export function Submit({ children }: { readonly children: string }) {
  const actor = useSessionActor()
  const cancellable = useSession((snapshot) => snapshot.hasTag('busy'))
  const busy = useSession((snapshot) => !snapshot.hasTag('canSubmit'))
  return (
    <div className="account-submit">
      <SubmitButton size="lg" busy={busy}>
        {children}
      </SubmitButton>
      {cancellable && (
        <Button size="lg" onClick={() => actor.send({ type: 'cancel' })}>
          Cancel
        </Button>
      )}
    </div>
  )
}
