import { grouped } from '../../ui/text/numberWords'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { GatewayPositions } from '../../contract/dashboard'
import { gateways as gatewayResource } from '../../contract/gateways'
import { detailPath } from '../../crud/model/paths'
import { counted, wordsOf } from '../../crud/model/words'
import { cx } from '../../ui/environment/classes'
import { Link } from '../../ui/controls/Link'
import { clustersOf, type Cluster, type Placed } from './clusters'
import { outlinesOf, placeIn, projectionOf } from './land'
import './map.css'

/** A gateway with a position. */
export type Positioned = GatewayPositions['positions'][number]

interface PositionMapProps {
  readonly gateways: readonly Positioned[]
  /** The map shows the area around these; other gateways appear if they are within it. */
  readonly around: readonly Positioned[]
  /** Called when the user selects a cluster of gateways that are too close to be drawn separately. */
  readonly onChoose: (gateways: readonly Positioned[]) => void
  /** The gateway of the current page, always drawn separately. */
  readonly self?: Positioned | undefined
}

/** Minimum distance of markers in pixels. */
const REACH = 34
const looks: Readonly<Record<Positioned['state'], string>> = {
  online: 'map-online',
  offline: 'map-offline',
  never_seen: 'map-never-seen',
}

/** Gateways' positions over land outlines, with states shown by colour and shape. */
export function PositionMap(props: PositionMapProps) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  return (
    <div ref={frame} className="map">
      {size !== null && <Drawing {...props} {...size} />}
    </div>
  )
}

function Drawing({ gateways, around, onChoose, self, width, height }: PositionMapProps & Size) {
  const projection = useMemo(() => projectionOf(around, width, height), [around, width, height])
  const outlines = useMemo(() => outlinesOf(projection), [projection])
  const clusters = useMemo(() => {
    const placed = gateways.flatMap((gateway) => {
      const { x, y } = placeIn(projection, gateway)
      return x < 0 || y < 0 || x > width || y > height || gateway.id === self?.id ? [] : [{ gateway, x, y }]
    })
    return clustersOf(placed, REACH)
  }, [gateways, projection, width, height, self?.id])
  return (
    <>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <path className="map-land" d={outlines.land} />
        <path className="map-borders" d={outlines.borders} />
      </svg>
      {/* Below the others: its ring stays in sight around a mark at the same place. */}
      {self !== undefined && (
        <span
          className={cx('map-mark', 'map-own', looks[self.state])}
          style={placeOf(placeIn(projection, self), [width, height])}
          role="img"
          aria-label={`${self.name}, ${wordsOf(self.state)}`}
        />
      )}
      {clusters.map((cluster) => (
        <Marker
          key={cluster.items.map(({ gateway }) => gateway.id).join()}
          cluster={cluster}
          size={[width, height]}
          onChoose={onChoose}
        />
      ))}
    </>
  )
}

interface MarkerProps {
  readonly cluster: Cluster<Placed & { readonly gateway: Positioned }>
  readonly size: readonly [width: number, height: number]
  readonly onChoose: PositionMapProps['onChoose']
}

/**
 * A single gateway links to its page; a cluster is a button. A cluster is drawn in the state of most of its gateways, with the number of
 * offline ones.
 */
function Marker({ cluster, size, onChoose }: MarkerProps) {
  const gateways = cluster.items.map(({ gateway }) => gateway)
  const [first] = gateways
  if (first === undefined) return null
  const style = placeOf(cluster, size)
  if (gateways.length === 1)
    return (
      <span className="map-place" style={style}>
        <Link
          className={cx('map-mark', looks[first.state])}
          href={detailPath('gateways', first.id)}
          aria-label={`${first.name}, ${wordsOf(first.state)}`}
          data-tip={`${first.name}, ${wordsOf(first.state)}`}
        />
      </span>
    )
  const offline = gateways.filter((gateway) => gateway.state === 'offline').length
  const words = `${counted(gateways.length, gatewayResource.nouns)}${offline > 0 ? `, ${grouped(offline)} offline` : ''}: ${first.name} …`
  return (
    <span className="map-place" style={style}>
      <button
        type="button"
        className={cx('map-mark', 'map-many', looks[stateOf(gateways)])}
        aria-label={words}
        data-offline={offline > 0 && offline < gateways.length ? offline : undefined}
        data-tip={words}
        onClick={() => onChoose(gateways)}
      >
        <span className="map-count">{grouped(gateways.length)}</span>
      </button>
    </span>
  )
}

/** The state of most gateways; offline if as many are offline as are in another state. */
function stateOf(gateways: readonly Positioned[]): Positioned['state'] {
  const states = ['offline', 'online', 'never_seen'] as const
  const countOf = (state: Positioned['state']) => gateways.filter((gateway) => gateway.state === state).length
  return states.reduce((most, state) => (countOf(state) > countOf(most) ? state : most))
}

function placeOf({ x, y }: Placed, [width, height]: readonly [number, number]) {
  return { left: `${((x / width) * 100).toFixed(2)}%`, top: `${((y / height) * 100).toFixed(2)}%` }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Size of a usual card, for environments without layout. */
const USUAL: Size = { width: 560, height: 280 }

/**
 * The frame's size in pixels, measured before the first paint and on every resize; null until then, so that the land is drawn only once.
 */
function useSize(frame: React.RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const { current } = frame
    if (current === null) return undefined
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = current
      const measured = width > 0 && height > 0 ? { width, height } : null
      setSize((before) => {
        if (measured === null) return before ?? USUAL
        return before?.width === width && before.height === height ? before : measured
      })
    }
    measure()
    if (typeof ResizeObserver !== 'function') return undefined
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [frame])
  return size
}
