import { CountLink } from '../crud/parts/CountLink'
import { Card } from '../ui/layout/Card'
import './attention.css'
import { DeviceState } from './DeviceState'
import { useGetAttentionQuery } from './overviewApi'

/** The number of devices in each state, linked to their lists. */
export function DeviceStates() {
  const { data, error } = useGetAttentionQuery()
  if (data === undefined) return error === undefined ? <div className="device-states" /> : null
  return (
    <div className="device-states">
      <Card title="Gateways by state">
        <States slug="gateways" states={data.gateways} />
      </Card>
      <Card title="Sensors by state">
        <States slug="sensors" states={data.sensors} />
      </Card>
    </div>
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
