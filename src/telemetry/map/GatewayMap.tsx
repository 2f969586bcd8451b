import { useMemo, useState } from 'react'
import { listPath } from '../../crud/model/paths'
import { rowLink } from '../../crud/parts/rowLink'
import { counted } from '../../crud/model/words'
import { Button } from '../../ui/controls/Button'
import { Link } from '../../ui/controls/Link'
import { grouped } from '../../ui/text/numberWords'
import { Scroller } from '../../ui/table/Scroller'
import { DeviceState } from '../DeviceState'
import type { GatewayPositions } from '../../contract/dashboard'
import { PositionMap, type Positioned } from './PositionMap'

/** Maximum of gateways in the list beside the map. */
const LISTED = 100
const order = ['offline', 'never_seen', 'online']

/** Gateways on a map and as a list, the worst first. Selecting a cluster zooms in. */
export function GatewayMap({ gateways: { positions, total } }: { readonly gateways: GatewayPositions }) {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const shown = useMemo(() => (chosen === null ? positions : positions.filter(({ id }) => chosen.has(id))), [positions, chosen])
  const choose = (gateways: readonly Positioned[]) => setChosen(new Set(gateways.map(({ id }) => id)))
  const listed = shown.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  return (
    <>
      <PositionMap gateways={positions} around={shown} onChoose={choose} />
      <div className="map-foot">
        <span>
          {chosen === null
            ? `${counted(total, { one: 'gateway', many: 'gateways' })}. Select a group to zoom in.`
            : `${grouped(shown.length)} of ${grouped(total)} gateways`}
        </span>
        {chosen !== null && (
          <Button size="sm" onClick={() => setChosen(null)}>
            All gateways
          </Button>
        )}
      </div>
      <Scroller className="map-list" label="Gateways on the map">
        <ul>
          {listed.slice(0, LISTED).map(({ id, name, state }) => (
            <li key={id}>
              {rowLink('gateways', id, name)}
              <DeviceState state={state} />
            </li>
          ))}
          {listed.length > LISTED && (
            <li>
              <Link className="link" href={listPath('gateways')}>
                {grouped(listed.length - LISTED)} more
              </Link>
            </li>
          )}
        </ul>
      </Scroller>
    </>
  )
}
