import { CircleCheck, Circle } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FirstSteps as Facts } from '../contract/dashboard'
import { detailPath, listPath, newPath } from '../crud/model/paths'
import { Card } from '../ui/layout/Card'
import { cx } from '../ui/environment/classes'
import { CopyText } from '../ui/text/CopyText'
import { useEnvironment } from '../ui/environment/Environment'
import { Link } from '../ui/controls/Link'
import './attention.css'
import { useGetAttentionQuery } from './overviewApi'
import { PendingSection } from './PendingSection'

/**
 * The set-up steps of a new installation; completed ones are ticked. Renders nothing once all are done, or when the backend does not report
 * them.
 */
export function FirstSteps() {
  const { data, error } = useGetAttentionQuery()
  const { now } = useEnvironment()
  if (data === undefined && error === undefined) return <PendingSection />
  const steps = data?.firstSteps
  if (steps == null) return null
  const all = stepsOf(steps, now())
  const done = all.filter((step) => step.done).length
  if (done === all.length) return null
  return (
    <Card title="First steps" description={`${done} of ${all.length} done`}>
      <ol className="first-steps">
        {all.map(({ title, done, children }) => {
          const Icon = done ? CircleCheck : Circle
          return (
            <li key={title} className={cx('first-step', done && 'first-step-done')}>
              <Icon role="img" aria-label={done ? 'Done' : 'To do'} />
              <div>
                <p className="first-step-title">{title}</p>
                {!done && children}
              </div>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

interface Step {
  readonly title: string
  readonly done: boolean
  /** Instructions. */
  readonly children: ReactNode
}

function stepsOf({ gateway, key, batch, sensor, plant, gatewayId, batchUrl }: Facts, now: number): Step[] {
  const gatewayPage = gatewayId === null ? listPath('gateways') : detailPath('gateways', gatewayId)
  return [
    {
      title: 'Register a gateway',
      done: gateway,
      children: stepLink(newPath('gateways'), 'New gateway', 'Its hardware model is registered in the same form.'),
    },
    {
      title: 'Create its API key',
      done: key,
      children: stepLink(gatewayPage, 'Open the gateway', 'The key is on its page and is shown once.'),
    },
    {
      title: 'Send a first batch',
      done: batch,
      children: (
        <div className="first-step-curl">
          <CopyText text={curlLine(batchUrl, now)} label="command" />
        </div>
      ),
    },
    {
      title: 'Register a sensor',
      done: sensor,
      children: stepLink(gatewayPage, 'Open the gateway', 'Its page lists the unregistered sensors that it receives.'),
    },
    {
      title: 'Pick the plant that a sensor monitors',
      done: plant,
      children: stepLink(
        listPath('sensors'),
        'Open the sensors',
        'Edit one and choose its plant: readings are compared with the plant’s target ranges.',
      ),
    },
  ]
}

function stepLink(href: string, words: string, why: string): ReactNode {
  return (
    <p className="soft">
      <Link className="link" href={href}>
        {words}
      </Link>
      . {why}
    </p>
  )
}

/** A curl command with a batch of one reading, as a gateway sends it. */
function curlLine(url: string, now: number): string {
  const measuredAt = new Date(now).toISOString()
  const reading = { sensorEui: 'A84041FFFF00012C', metric: 'soil_moisture', value: 41.3, measuredAt }
  const body = JSON.stringify({ datapoints: [reading] })
  return `curl ${url} -H "Authorization: Bearer YOUR_KEY" -H "Content-Type: application/json" -d '${body}'`
}
