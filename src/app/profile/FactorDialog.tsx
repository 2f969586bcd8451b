import { useState } from 'react'
import {
  useAddPasskeyMutation,
  useBeginPasskeyMutation,
  useBeginTotpMutation,
  useMakeRecoveryCodesMutation,
  useRemovePasskeyMutation,
  useRemoveTotpMutation,
} from '../../api/factorApi'
import { browserPasskeys } from '../../auth/passkeys'
import type { Passkey, TotpSetUp } from '../../contract/factors'
import { useToast } from '../../ui/overlay/Toaster'
import { CodesDialog } from './CodesDialog'
import { ProofDialog, type Proven } from './ProofDialog'
import { SetUpDialog } from './SetUpDialog'

/** The changes that a user can make to the second factors. */
export type FactorStep =
  | { readonly kind: 'setUpApp' | 'removeApp' | 'addPasskey' | 'newCodes' }
  | { readonly kind: 'removePasskey'; readonly passkey: Passkey }

interface Props {
  readonly step: FactorStep
  readonly onClose: () => void
}

/** Asks for the password first, then makes the change; finally shows new recovery codes if there are any. */
export function FactorDialog({ step, onClose }: Props) {
  const [setUp, setSetUp] = useState<TotpSetUp | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const show = (next: readonly string[]) => (next.length > 0 ? setCodes(next) : onClose())
  if (codes !== null) return <CodesDialog codes={codes} onClose={onClose} />
  if (setUp !== null) return <SetUpDialog setUp={setUp} onDone={show} onClose={onClose} />
  if (step.kind === 'setUpApp') return <AppProof onSetUp={setSetUp} onClose={onClose} />
  if (step.kind === 'addPasskey') return <PasskeyProof onCodes={show} onClose={onClose} />
  if (step.kind === 'newCodes') return <CodesProof onCodes={show} onClose={onClose} />
  return <Removal step={step} onClose={onClose} />
}

function AppProof({ onSetUp, onClose }: { onSetUp: (setUp: TotpSetUp) => void; onClose: () => void }) {
  const [begin] = useBeginTotpMutation()
  const run: Proven = async ({ proof }) => {
    const { data, error } = await begin({ proof })
    if (data !== undefined) onSetUp(data)
    return error
  }
  return <ProofDialog title="Set up an authenticator app" action="Continue" onProof={run} onClose={onClose} />
}

interface CodesProps {
  readonly onCodes: (codes: readonly string[]) => void
  readonly onClose: () => void
}

function CodesProof({ onCodes, onClose }: CodesProps) {
  const [make] = useMakeRecoveryCodesMutation()
  const run: Proven = async ({ proof }) => {
    const { data, error } = await make({ proof })
    if (data !== undefined) onCodes(data.codes)
    return error
  }
  return (
    <ProofDialog title="Create new recovery codes" action="Create new codes" onProof={run} onClose={onClose}>
      The codes you have now stop working.
    </ProofDialog>
  )
}

function PasskeyProof({ onCodes, onClose }: CodesProps) {
  const [begin] = useBeginPasskeyMutation()
  const [add] = useAddPasskeyMutation()
  const toast = useToast()
  const run: Proven = async ({ proof, name }) => {
    const { data: creation, error } = await begin({ proof })
    if (creation === undefined) return error
    const passkey = await browserPasskeys.make(creation.options)
    if (passkey === null) return undefined
    const { data, error: refused } = await add({ name, challenge: creation.challenge, passkey })
    if (data === undefined) return refused
    toast({ message: `Passkey “${name}” added` })
    onCodes(data.codes)
    return undefined
  }
  return (
    <ProofDialog title="Add a passkey" action="Continue" named onProof={run} onClose={onClose}>
      Your device then asks for your PIN, finger or face.
    </ProofDialog>
  )
}

function Removal({ step, onClose }: Props) {
  const [removeTotp] = useRemoveTotpMutation()
  const [removePasskey] = useRemovePasskeyMutation()
  const toast = useToast()
  const what = step.kind === 'removePasskey' ? `the passkey “${step.passkey.name}”` : 'the authenticator app'
  const run: Proven = async ({ proof }) => {
    const { error } = await (step.kind === 'removePasskey'
      ? removePasskey({ id: step.passkey.id, proof })
      : removeTotp({ proof }))
    if (error !== undefined) return error
    toast({ message: `Removed ${what}` })
    onClose()
    return undefined
  }
  return (
    <ProofDialog title={`Remove ${what}?`} action="Remove" danger onProof={run} onClose={onClose}>
      Signing in no longer asks for it. Without any second factor the password alone is enough.
    </ProofDialog>
  )
}
