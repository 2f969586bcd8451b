import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Attention as Told } from '../contract/dashboard'
import { CountLink } from '../crud/parts/CountLink'
import { detailPath, listPath } from '../crud/model/paths'
import { isApiError } from '../crud/model/problems'
import { counted, totalWords } from '../crud/model/words'
import { Button } from '../ui/controls/Button'
import { Card } from '../ui/layout/Card'
import { Link } from '../ui/controls/Link'
import { grouped } from '../ui/text/numberWords'
import { SkeletonRows } from '../ui/layout/Skeleton'
import { Status, type StatusTone } from '../ui/text/Status'
import './attention.css'
import { useGetAttentionQuery } from './attentionApi'
import { DeviceState } from './DeviceState'

const gatewayNouns = { one: 'gateway', many: 'gateways' }
const sensorNouns = { one: 'sensor', many: 'sensors' }

/** What somebody should look at first, and how many devices are in which state. */
export function Attention() {
  const { data, error, isFetching, refetch } = useGetAttentionQuery(undefined, { refetchOnMountOrArgChange: 30 })
  if (data === null || (data === undefined && isApiError(error) && error.status === 404)) return null
  if (data === undefined) return <Waiting failed={error !== undefined && !isFetching} onRetry={() => void refetch()} />
  return (
    <div className="attention">
      <Card title="Needs attention">
        <Needs told={data} />
      </Card>
      <Card title="Gateways by state">
        <States slug="gateways" states={data.gateways} />
      </Card>
      <Card title="Sensors by state">
        <States slug="sensors" states={data.sensors} />
      </Card>
    </div>
  )
}

/** In its place until it is there: nothing that is said must not be taken for nothing to do. */
function Waiting({ failed, onRetry }: { readonly failed: boolean; readonly onRetry: () => void }) {
  return (
    <div className="attention-waiting">
      {failed ? (
        <p role="status">
          What needs attention could not be loaded.{' '}
          <Button size="sm" icon={RotateCw} onClick={onRetry}>
            Retry
          </Button>
        </p>
      ) : (
        <SkeletonRows rows={3} columns={3} label="Loading what needs attention" />
      )}
    </div>
  )
}

interface Line {
  readonly tone: StatusTone
  readonly words: ReactNode
}

const nothing: Line = { tone: 'good', words: 'All devices are online and within range' }

function Needs({ told: { gateways, sensors, batteryLow, outOfRange, strays, unknownSensors } }: { readonly told: Told }) {
  const needs: readonly (Line & { readonly count: number })[] = [
    {
      count: gateways.offline,
      tone: 'critical',
      words: leading('gateways', { state: 'offline' }, offline(gateways.offline, gatewayNouns)),
    },
    {
      count: sensors.offline,
      tone: 'critical',
      words: leading('sensors', { state: 'offline' }, offline(sensors.offline, sensorNouns)),
    },
    { count: outOfRange, tone: 'warning', words: <Strays count={outOfRange} strays={strays} /> },
    {
      count: batteryLow,
      tone: 'warning',
      words: leading('sensors', { batteryLow: 'true' }, `${counted(batteryLow, sensorNouns)} with a low battery`),
    },
  ]
  const urgent = needs.filter(({ count }) => count > 0)
  // Another backend may not know of them.
  const unknown = unknownSensors?.total ? [unregistered(unknownSensors)] : []
  const lines = [...(urgent.length === 0 ? [nothing] : urgent), ...unknown]
  return (
    <ul className="attention-needs">
      {lines.map(({ tone, words }, at) => (
        <li key={at}>
          <Status tone={tone}>
            <span>{words}</span>
          </Status>
        </li>
      ))}
    </ul>
  )
}

function offline(count: number, nouns: typeof sensorNouns): string {
  return `${counted(count, nouns)} offline`
}

/** Those that are there to be adopted: by the gateways that hear them. */
function unregistered(unknown: NonNullable<Told['unknownSensors']>): Line {
  const words = `${totalWords(unknown)} unregistered ${unknown.total === 1 ? 'sensor' : 'sensors'}`
  return { tone: 'info', words: leading('gateways', { hearsUnknown: 'true' }, words) }
}

function leading(slug: string, filter: Readonly<Record<string, string>>, words: string): ReactNode {
  return (
    <Link className="link" href={listPath(slug, filter)}>
      {words}
    </Link>
  )
}

/** Those out of range; the first of them by name, which is all of them as a rule. */
function Strays({ count, strays }: { readonly count: number; readonly strays: Told['strays'] }) {
  const more = count - strays.length
  return (
    <>
      {leading('sensors', { condition: 'out_of_range' }, `${counted(count, sensorNouns)} out of range`)}:{' '}
      {strays.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link className="link" href={detailPath('sensors', id)}>
            {name}
          </Link>
        </span>
      ))}
      {more > 0 && ` and ${grouped(more)} more`}
    </>
  )
}

function States({ slug, states }: { readonly slug: string; readonly states: Readonly<Record<string, number>> }) {
  return (
    <dl className="attention-states">
      {Object.entries(states).map(([state, count]) => (
        <div key={state}>
          <dt>
            <DeviceState state={state} />
          </dt>
          <dd>
            <CountLink count={count} slug={slug} filter={{ state }} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
