import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { DATAPOINTS_PATH } from '../contract/datapoints'
import type { Gateway } from '../contract/gateways'
import { Moment } from '../crud/parts/FieldText'
import { sentenceOf } from '../crud/model/problems'
import type { ApiDispatch } from '../crud/model/reference'
import { Alert } from '../ui/overlay/Alert'
import { Button } from '../ui/controls/Button'
import { Card } from '../ui/layout/Card'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog'
import { CopyText } from '../ui/text/CopyText'
import { Dialog } from '../ui/overlay/Dialog'
import { makeGatewayKey } from './gatewayApi'
import './telemetry.css'

interface KeyCardProps {
  readonly gateway: Gateway
  /** When its key was created; null without a key. */
  readonly createdAt: string | null
}

/** The secret that a gateway sends readings with. Shown once, on creation. */
export function KeyCard({ gateway, createdAt }: KeyCardProps) {
  const dispatch = useDispatch<ApiDispatch>()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [key, setKey] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const make = async () => {
    setBusy(true)
    setFailure(null)
    const { data, error } = await dispatch(makeGatewayKey.initiate(gateway.id, { track: false }))
    setBusy(false)
    if (data === undefined) setFailure(sentenceOf(error))
    else {
      setAsking(false)
      setKey(data.key)
    }
  }
  return (
    <Card
      title="API key"
      description="Authenticates this gateway’s readings."
      actions={
        <Button icon={KeyRound} busy={busy} onClick={() => (createdAt === null ? void make() : setAsking(true))}>
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
        open={asking}
        title={`New key for ${gateway.name}?`}
        confirmLabel="Create a new key"
        busy={busy}
        error={failure}
        onConfirm={() => void make()}
        onCancel={() => setAsking(false)}
      >
        The current key stops working at once. Readings are rejected until the gateway has the new one.
      </ConfirmDialog>
      {key !== null && <MadeKey name={gateway.name} value={key} onClose={() => setKey(null)} />}
    </Card>
  )
}

interface MadeKeyProps {
  readonly name: string
  readonly value: string
  readonly onClose: () => void
}

function MadeKey({ name, value, onClose }: MadeKeyProps) {
  return (
    <Dialog
      open
      title={`Key of ${name}`}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p>Copy it now: it cannot be shown again.</p>
      <p className="key-value">
        <CopyText text={value} label="key" />
      </p>
      <p className="soft">
        The gateway sends it as a bearer token with each POST to <code>{DATAPOINTS_PATH}</code>.
      </p>
    </Dialog>
  )
}
