import { use, useState, type ReactNode } from 'react'
import { useGetFactorsQuery } from '../../api/factorApi'
import { hasNoFactor, isRestricted, type Factors, type Passkey } from '../../contract/factors'
import { isMissing } from '../../crud/model/problems'
import { counted } from '../../crud/model/words'
import { Unloaded } from '../../crud/parts/Unloaded'
import { Alert } from '../../ui/overlay/Alert'
import { Button } from '../../ui/controls/Button'
import { Card } from '../../ui/layout/Card'
import { dialogOnDemand } from '../../ui/overlay/onDemand'
import { Time } from '../../ui/text/Time'
import { PasskeysContext } from '../SessionProvider'
import type { FactorStep } from './useFactor'
import './factors.css'

/** Loaded on demand: reading the card needs none of its code, such as the QR code's. */
const FactorDialog = dialogOnDemand(async () => (await import('./FactorDialog')).FactorDialog)

/** The account's second factors, asked for in an unknown browser. A backend may not support any. */
export function FactorsCard() {
  // Another tab may have set one up.
  const query = useGetFactorsQuery(null, { refetchOnMountOrArgChange: true })
  const [step, setStep] = useState<FactorStep | null>(null)
  const { data: factors, error } = query
  if (isMissing(error)) return null
  return (
    <Card title="Second factor" description="Asked for after the password when you sign in on a new device.">
      {factors === undefined ? (
        <Unloaded query={query} rows={2} columns={2} label="Loading your second factors" />
      ) : (
        <div className="stack">
          {isRestricted(factors) && (
            <Alert tone="warning" role="status" title="Set up a second factor to go on">
              Every account on this server has to have one. Until then only this page is available.
            </Alert>
          )}
          <Methods factors={factors} onStep={setStep} />
        </div>
      )}
      {factors !== undefined && step !== null && <FactorDialog factors={factors} step={step} onClose={() => setStep(null)} />}
    </Card>
  )
}

interface MethodsProps {
  readonly factors: Factors
  readonly onStep: (step: FactorStep) => void
}

function Methods({ factors, onStep }: MethodsProps) {
  const { totp, passkeys, passkeysOffered, recoveryCodesLeft } = factors
  const hasPasskeys = use(PasskeysContext)
  return (
    <>
      <Method
        title="Authenticator app"
        state={
          totp === null ? (
            'Not set up'
          ) : (
            <>
              Set up <Time value={totp.since} />
            </>
          )
        }
        action={
          totp === null ? (
            <Button onClick={() => onStep({ kind: 'setUpApp' })}>Set up an app</Button>
          ) : (
            <Button variant="danger-quiet" onClick={() => onStep({ kind: 'removeApp' })}>
              Remove the app
            </Button>
          )
        }
      />
      <Method
        title="Passkeys"
        state={passkeyState(passkeys, passkeysOffered, hasPasskeys)}
        action={passkeysOffered && hasPasskeys && <Button onClick={() => onStep({ kind: 'addPasskey' })}>Add a passkey</Button>}
      >
        {passkeys.length > 0 && <PasskeyList passkeys={passkeys} onStep={onStep} />}
      </Method>
      {!hasNoFactor(factors) && (
        <Method
          title="Recovery codes"
          state={`${counted(recoveryCodesLeft, { one: 'code', many: 'codes' })} left`}
          action={<Button onClick={() => onStep({ kind: 'newCodes' })}>Create new codes</Button>}
        />
      )}
    </>
  )
}

function passkeyState(passkeys: readonly Passkey[], isOffered: boolean, isPossible: boolean): string {
  if (passkeys.length > 0) return 'A passkey also signs you in without a password.'
  if (!isOffered) return 'Not available: they need a server with HTTPS and a host name.'
  return isPossible ? 'None yet. A passkey also signs you in without a password.' : 'This browser does not support passkeys.'
}

function PasskeyList({ passkeys, onStep }: { readonly passkeys: readonly Passkey[] } & Pick<MethodsProps, 'onStep'>) {
  return (
    <ul className="passkeys" aria-label="Passkeys">
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          <span>
            <strong>{passkey.name}</strong>
            <span className="factor-state">
              Created <Time value={passkey.createdAt} />,{' '}
              {passkey.lastUsedAt === null ? (
                'never used'
              ) : (
                <>
                  last used <Time value={passkey.lastUsedAt} />
                </>
              )}
            </span>
          </span>
          <Button
            size="sm"
            variant="danger-quiet"
            aria-label={`Remove ${passkey.name}`}
            onClick={() => onStep({ kind: 'removePasskey', passkey })}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  )
}

interface MethodProps {
  readonly title: string
  readonly state: ReactNode
  readonly action: ReactNode
  readonly children?: ReactNode
}

function Method({ title, state, action, children }: MethodProps) {
  return (
    <div className="factor">
      <div className="factor-line">
        <div>
          <h3>{title}</h3>
          <p className="factor-state">{state}</p>
        </div>
        {action}
      </div>
      {children}
    </div>
  )
}
