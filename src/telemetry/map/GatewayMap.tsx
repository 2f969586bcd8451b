import { useEffect, useMemo, useRef, useState } from 'react'
import type { GatewayPositions } from '../../contract/dashboard'
import { gateways } from '../../contract/gateways'
import { wholeListPath } from '../../crud/model/paths'
import { rowLink } from '../../crud/parts/rowLink'
import { counted } from '../../crud/model/words'
import { Button } from '../../ui/controls/Button'
import { Link } from '../../ui/controls/Link'
import { grouped } from '../../ui/text/numberWords'
import { Scroller } from '../../ui/table/Scroller'
import { DeviceState } from '../DeviceState'
import { PositionMap, type Positioned } from './PositionMap'

/** Maximum of gateways in the list beside the map. */
const LISTED = 100
const order = ['offline', 'never_seen', 'online']

interface GatewayMapProps {
  readonly gateways: Pick<GatewayPositions, 'positions' | 'total'>
  /** The gateway of the current page: the map shows its surroundings, without a list, until a cluster is selected. */
  readonly self?: Positioned
}

/** Gateways on a map and as a list, the worst first. Selecting a cluster zooms in. */
export function GatewayMap({ gateways: { positions, total }, self }: GatewayMapProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const shown = useMemo(() => {
    if (chosen !== null) return positions.filter(({ id }) => chosen.has(id))
    return self === undefined ? positions : [self]
  }, [positions, chosen, self])
  const frame = useRef<HTMLDivElement>(null)
  const drawn = useRef(chosen)
  // The pressed control may be gone: focuses the one that zooms out, or the map's first.
  useEffect(() => {
    if (drawn.current === chosen) return
    drawn.current = chosen
    const control = (selector: string) => frame.current?.querySelector<HTMLElement>(selector)
    ;(control('.map-foot button') ?? control('.map :is(a, button)'))?.focus()
  }, [chosen])
  const listed = shown.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  return (
    <div ref={frame}>
      <PositionMap
        gateways={positions}
        around={shown}
        self={self}
        onChoose={(group) => setChosen(new Set(group.map(({ id }) => id)))}
      />
      {(self === undefined || chosen !== null) && (
        <>
          <div className="map-foot">
            <span>
              {chosen === null
                ? `${counted(total, gateways.nouns)}${total > 1 ? '. Select a group to zoom in.' : ''}`
                : `${grouped(shown.length)} of ${grouped(total)} gateways`}
            </span>
            {chosen !== null && (
              <Button size="sm" onClick={() => setChosen(null)}>
                {self === undefined ? 'All gateways' : 'This gateway'}
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
                  <Link className="link" href={wholeListPath('gateways')}>
                    {grouped(listed.length - LISTED)} more
                  </Link>
                </li>
              )}
            </ul>
          </Scroller>
        </>
      )}
    </div>
  )
}
