import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { DATAPOINTS_PATH } from '../contract/datapoints'
import type { Gateway } from '../contract/gateways'
import { Moment } from '../crud/FieldText'
import { sentenceOf } from '../crud/problems'
import type { ApiDispatch } from '../crud/reference'
import { Alert } from '../ui/Alert'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { ConfirmDialog } from '../ui/ConfirmDialog'
import { CopyText } from '../ui/CopyText'
import { Dialog } from '../ui/Dialog'
import { makeGatewayKey } from './gatewayApi'

interface KeyCardProps {
  readonly gateway: Gateway
  /** When its key was made; null when it has none. */
  readonly createdAt: string | null
}

/** The secret that a gateway sends with. It is shown once, when it is made. */
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
      title="Key"
      description="What it sends its readings with."
      actions={
        <Button icon={KeyRound} busy={busy} onClick={() => (createdAt === null ? void make() : setAsking(true))}>
          {createdAt === null ? 'Make a key' : 'New key'}
        </Button>
      }
    >
      <p className="text-ink-soft">
        {createdAt === null ? (
          'It has none yet, so that nothing it sends is taken.'
        ) : (
          <>
            Made <Moment value={createdAt} />
          </>
        )}
      </p>
      {failure !== null && !asking && (
        <Alert tone="danger" role="alert" title="No key was made">
          {failure}
        </Alert>
      )}
      <ConfirmDialog
        open={asking}
        title={`New key for ${gateway.name}?`}
        confirmLabel="Make a new key"
        busy={busy}
        error={failure}
        onConfirm={() => void make()}
        onCancel={() => setAsking(false)}
      >
        The key it has now stops working at once. Until the gateway knows the new one, nothing it sends is taken.
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
      <p className="my-3 break-all">
        <CopyText text={value} label="key" />
      </p>
      <p className="text-ink-soft">
        The gateway sends it as bearer with each POST to <code>{DATAPOINTS_PATH}</code>.
      </p>
    </Dialog>
  )
}
