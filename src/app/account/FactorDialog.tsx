import { hasNoFactor, type Factors } from '../../contract/factors'
import { LeaveSecret } from '../../telemetry/LeaveSecret'
import { useLeaveGuard } from '../../ui/overlay/useLeaveGuard'
import { CodesDialog } from './CodesDialog'
import { ProofDialog, type Proof } from './ProofDialog'
import { SetUpDialog } from './SetUpDialog'
import { nameOf, useFactor, type FactorStep } from './useFactor'

interface Props {
  readonly factors: Factors
  readonly step: FactorStep
  readonly onClose: () => void
}

/** Asks for the password first, then makes the change; finally shows new recovery codes if there are any. */
export function FactorDialog({ factors, step, onClose }: Props) {
  const [snapshot, send, failure] = useFactor(step, onClose)
  const { answer, refused } = snapshot.context
  // These steps may be answered by recovery codes, which are shown once.
  const brings = step.kind === 'newCodes' || answer.setUp !== undefined || answer.creation !== undefined
  useLeaveGuard(snapshot.hasTag('busy') && brings, LeaveSecret)
  const close = () => send({ type: 'close' })
  const form = { busy: snapshot.hasTag('busy'), refused, failure, onClose: close }
  if (snapshot.matches('closed')) return null
  if (snapshot.matches('showingCodes')) return <CodesDialog codes={answer.codes ?? []} onClose={close} />
  if (answer.setUp !== undefined)
    return <SetUpDialog {...form} setUp={answer.setUp} onCode={(code) => send({ type: 'confirm', code })} />
  return <ProofDialog {...form} {...proofOf(step, factors)} onProof={(values) => send({ type: 'prove', ...values })} />
}

function proofOf(step: FactorStep, factors: Factors): Proof {
  if (step.kind === 'setUpApp') return { title: 'Set up an authenticator app', action: 'Continue' }
  if (step.kind === 'newCodes')
    return {
      title: 'Create new recovery codes',
      action: 'Create new codes',
      description: 'The codes you have now stop working.',
    }
  if (step.kind === 'addPasskey')
    return {
      title: 'Add a passkey',
      action: 'Continue',
      named: true,
      description: 'Your device then asks for your PIN, finger or face.',
    }
  const rest = factors.required
    ? 'until you set up a new one only this page is available.'
    : 'the password alone is then enough to sign in.'
  return {
    title: `Remove ${nameOf(step)}?`,
    action: 'Remove',
    danger: true,
    description: isLast(step, factors)
      ? `This is your last second factor. Your recovery codes are removed too, and ${rest}`
      : 'Signing in no longer asks for it.',
  }
}

/** Whether a step removes the last second factor. */
function isLast(step: FactorStep, { totp, passkeys }: Factors): boolean {
  return hasNoFactor({
    totp: step.kind === 'removeApp' ? null : totp,
    passkeys: passkeys.filter(({ id }) => step.kind !== 'removePasskey' || id !== step.passkey.id),
  })
}
