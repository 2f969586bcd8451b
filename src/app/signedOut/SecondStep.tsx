import { use, useEffect, useRef, useState } from 'react'
import { digitsOf } from '../../contract/constants'
import type { FactorKind } from '../../contract/factors'
import { Button } from '../../ui/controls/Button'
import { Form } from '../../ui/form/Form'
import type { FieldErrors } from '../../ui/form/formState'
import { TextField } from '../../ui/form/TextField'
import { PasskeysContext, useSession, useSessionActor } from '../SessionProvider'
import { CodeField, codeFaults } from './CodeField'
import { SignedOutPage } from './SignedOutPage'
import { Submit } from './Submit'
import { useRefusal } from './useRefusal'
import './secondStep.css'

const leads: Readonly<Record<FactorKind, string>> = {
  totp: 'Enter the code that your authenticator app shows.',
  recovery_code: 'Enter one of the recovery codes you kept. Each works once.',
  passkey: 'Use the passkey of this account: your device asks for your PIN or finger.',
}
const others: Readonly<Record<FactorKind, string>> = {
  totp: 'Use the authenticator app',
  recovery_code: 'Use a recovery code',
  passkey: 'Use a passkey',
}
const none: readonly FactorKind[] = []

/** The step after the password, in a browser that the account does not know yet. */
export function SecondStep() {
  const actor = useSessionActor()
  const allMethods = useSession(({ context }) => context.step?.methods ?? none)
  const isBusy = useSession((snapshot) => snapshot.hasTag('busy'))
  const hasPasskeys = use(PasskeysContext)
  const methods = hasPasskeys ? allMethods : allMethods.filter((one) => one !== 'passkey')
  const [chosen, setChosen] = useState<FactorKind | null>(null)
  const method = chosen ?? methods[0] ?? 'recovery_code'
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.querySelector<HTMLElement>('input, button')?.focus(), [method])
  return (
    <SignedOutPage title="Second step" lead={leads[method]} links={[]}>
      <div ref={frame} key={method}>
        {method === 'totp' && <CodeForm />}
        {method === 'recovery_code' && <RecoveryForm />}
        {method === 'passkey' && <PasskeyForm />}
      </div>
      {!isBusy && (
        <div className="second-step-others">
          {methods
            .filter((other) => other !== method)
            .map((other) => (
              <Button key={other} variant="ghost" onClick={() => setChosen(other)}>
                {others[other]}
              </Button>
            ))}
          <Button variant="ghost" onClick={() => actor.send({ type: 'cancel' })}>
            Back to sign in
          </Button>
        </div>
      )}
    </SignedOutPage>
  )
}

function CodeForm() {
  const actor = useSessionActor()
  return (
    <Form
      label="Second step"
      initialValues={{ code: '' }}
      validate={codeFaults}
      refused={useRefusal()}
      onSubmit={({ code }) => actor.send({ type: 'verify', proof: { code: digitsOf(code) } })}
    >
      <CodeField />
      <Submit>Continue</Submit>
    </Form>
  )
}

function RecoveryForm() {
  const actor = useSessionActor()
  return (
    <Form
      label="Second step"
      initialValues={{ recovery_code: '' }}
      validate={(values): FieldErrors =>
        values.recovery_code.trim() === '' ? { recovery_code: 'Recovery code is required' } : {}
      }
      refused={useRefusal()}
      onSubmit={(values) => actor.send({ type: 'verify', proof: { recovery_code: values.recovery_code.trim() } })}
    >
      <TextField name="recovery_code" label="Recovery code" mono autoComplete="off" maxLength={40} />
      <Submit>Continue</Submit>
    </Form>
  )
}

function PasskeyForm() {
  const actor = useSessionActor()
  return (
    <Form label="Second step" initialValues={{}} onSubmit={() => actor.send({ type: 'verify', proof: 'passkey' })}>
      <Submit>Use a passkey</Submit>
    </Form>
  )
}
