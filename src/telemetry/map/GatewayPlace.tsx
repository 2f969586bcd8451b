import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { GatewayPositions } from '../../contract/dashboard'
import type { Gateway } from '../../contract/gateways'
import { listPath } from '../../crud/model/paths'
import { PositionMap } from './PositionMap'

interface GatewayPlaceProps {
  readonly gateway: Gateway
  readonly positions: GatewayPositions['positions']
}

/** A gateway on a map, together with the other gateways around it. */
export function GatewayPlace({ gateway, positions }: GatewayPlaceProps) {
  const navigate = useNavigate()
  const { id, name, state, latitude, longitude } = gateway
  const itself = useMemo(
    () => ({ id, name, state, latitude: latitude ?? 0, longitude: longitude ?? 0 }),
    [id, name, state, latitude, longitude],
  )
  const around = useMemo(() => [itself], [itself])
  const all = useMemo(() => [...positions.filter((other) => other.id !== id), itself], [positions, id, itself])
  return <PositionMap gateways={all} around={around} selfId={id} onChoose={() => void navigate(listPath('gateways'))} />
}
