import { useDispatch } from 'react-redux'
import { DATAPOINTS_PATH } from '../contract/datapoints'
import type { Gateway } from '../contract/gateways'
import type { ApiDispatch } from '../crud/model/reference'
import { makeGatewayKey } from './gatewayApi'
import { SecretCard } from './SecretCard'

interface KeyCardProps {
  readonly gateway: Gateway
  /** When its key was created; null without a key. */
  readonly createdAt: string | null
}

/** The secret that a gateway sends readings with. */
export function KeyCard({ gateway, createdAt }: KeyCardProps) {
  const dispatch = useDispatch<ApiDispatch>()
  return (
    <SecretCard
      title="API key"
      description="Authenticates this gateway’s readings."
      noun="key"
      owner={gateway.name}
      createdAt={createdAt}
      without="No key yet. Readings are rejected until you create one."
      consequence="The current key stops working at once. Readings are rejected until the gateway has the new one."
      shownAs={`Key of ${gateway.name}`}
      usage={
        <>
          The gateway sends it as a bearer token with each POST to <code>{DATAPOINTS_PATH}</code>.
        </>
      }
      request={async () => {
        const { data, error } = await dispatch(makeGatewayKey.initiate(gateway.id, { track: false }))
        return { data: data?.key, error }
      }}
    />
  )
}
