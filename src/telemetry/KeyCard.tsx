import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { DATAPOINTS_PATH } from '../contract/datapoints'
import type { Gateway } from '../contract/gateways'
import { Moment } from '../crud/parts/FieldText'
import type { ApiDispatch } from '../crud/model/reference'
import { Alert } from '../ui/overlay/Alert'
import { Button } from '../ui/controls/Button'
import { Card } from '../ui/layout/Card'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog'
import { makeGatewayKey } from './gatewayApi'
import { SecretDialog } from './SecretDialog'
import { useSecret } from './useSecret'

interface KeyCardProps {
  readonly gateway: Gateway
  /** When its key was created; null without a key. */
  readonly createdAt: string | null
}

/** The secret that a gateway sends readings with. Shown once, on creation. */
export function KeyCard({ gateway, createdAt }: KeyCardProps) {
  const dispatch = useDispatch<ApiDispatch>()
  const [asking, setAsking] = useState(false)
  const { busy, value, failure, create, clear } = useSecret(async () => {
    const { data, error } = await dispatch(makeGatewayKey.initiate(gateway.id, { track: false }))
    return { data: data?.key, error }
  })
  const ask = (asks: boolean) => {
    clear()
    setAsking(asks)
  }
  return (
    <Card
      title="API key"
      description="Authenticates this gateway’s readings."
      actions={
        <Button icon={KeyRound} busy={busy} onClick={() => (createdAt === null ? void create() : ask(true))}>
          {createdAt === null ? 'Create a key' : 'New key'}
        </Button>
      }
    >
      <p className="soft">
        {createdAt === null ? (
          'No key yet. Readings are rejected until you create one.'
        ) : (
          <>
            Created <Moment value={createdAt} />
          </>
        )}
      </p>
      {failure !== null && !asking && (
        <Alert tone="danger" role="alert" title="The key was not created">
          {failure}
        </Alert>
      )}
      <ConfirmDialog
        open={asking && value === null}
        title={`New key for ${gateway.name}?`}
        confirmLabel="Create a new key"
        busy={busy}
        error={failure}
        onConfirm={() => void create()}
        onCancel={() => setAsking(false)}
      >
        The current key stops working at once. Readings are rejected until the gateway has the new one.
      </ConfirmDialog>
      {value !== null && (
        <SecretDialog title={`Key of ${gateway.name}`} label="key" value={value} onClose={() => ask(false)}>
          The gateway sends it as a bearer token with each POST to <code>{DATAPOINTS_PATH}</code>.
        </SecretDialog>
      )}
    </Card>
  )
}
