import { useCallback, useRef } from 'react'
import { Button } from '../../ui/controls/Button'
import { SubmitButton } from '../../ui/form/Form'
import { useSession, useSessionActor } from '../SessionProvider'

/** The submit button of a sign-in or sign-up form: while the session's call runs it is busy, and can be cancelled. */
export function Submit({ children }: { readonly children: string }) {
  const actor = useSessionActor()
  const cancellable = useSession((snapshot) => snapshot.hasTag('busy'))
  const busy = useSession((snapshot) => !snapshot.hasTag('canSubmit'))
  const submit = useRef<HTMLButtonElement>(null)
  // Cancel goes with the call, by its own press or not, and would take the focus with it.
  const keepFocus = useCallback(
    (cancel: HTMLButtonElement) => () => {
      if (cancel === document.activeElement) submit.current?.focus()
    },
    [],
  )
  return (
    <div className="account-submit">
      <SubmitButton ref={submit} size="lg" busy={busy}>
        {children}
      </SubmitButton>
      {cancellable && (
        <Button ref={keepFocus} size="lg" onClick={() => actor.send({ type: 'cancel' })}>
          Cancel
        </Button>
      )}
    </div>
  )
}
