import { useMemo } from 'react'
import type { GatewayPositions } from '../../contract/dashboard'
import type { Gateway } from '../../contract/gateways'
import { GatewayMap } from './GatewayMap'

interface GatewayPlaceProps {
  readonly gateway: Gateway
  /** Undefined until they are loaded. */
  readonly positions: GatewayPositions | undefined
}

/** A gateway on a map, together with the other gateways around it. */
export function GatewayPlace({ gateway, positions: known }: GatewayPlaceProps) {
  const { id, name, state, latitude, longitude } = gateway
  const self = useMemo(
    () => ({ id, name, state, latitude: latitude ?? 0, longitude: longitude ?? 0 }),
    [id, name, state, latitude, longitude],
  )
  const gateways = useMemo(() => {
    const others = known?.positions.filter((other) => other.id !== id) ?? []
    return { positions: [...others, self], total: known?.total ?? 1 }
  }, [known, id, self])
  return <GatewayMap key={id} gateways={gateways} self={self} />
}
