import type { ReactNode } from 'react'
import { Scroller } from '../../ui/table/Scroller'
import type { Entry, Redacted, SentEvent } from './wire'
import { chart, labelOf, type ChartStep } from './chart'
import { eventOf, fieldsOf, nameOf, possibleFrom, takenOf } from './words'

interface Props {
  readonly entry: Entry
  /** Null: the page takes no events, or another moment than now is looked at. */
  readonly send: ((event: SentEvent) => void) | null
}

/** Where the session stands, the step that led there, and those that may come next. */
export function Details({ entry, send }: Props) {
  const { value, event, data, context } = entry
  const taken = takenOf(entry)
  const possible = possibleFrom(entry)
  return (
    <Scroller className="in-details" label="Details">
      <h2 aria-live="polite">{value}</h2>
      <p>{chart.states.find(({ id }) => nameOf(id) === value)?.about}</p>
      <h3>Last step: {eventOf(event)}</h3>
      <Fields data={data} />
      <ul>
        {taken.map((step) => (
          <Step key={step.id} step={step} />
        ))}
        {taken.length === 0 && <li>No transition: the state stays as it is.</li>}
      </ul>
      <h3>Context</h3>
      <Fields data={context} />
      <h3>Possible next</h3>
      <ul>
        {possible.map((step, at) => (
          <Step key={step.id} step={step}>
            {possible[at - 1]?.event !== step.event && <SendButton type={step.event} send={send} />}
          </Step>
        ))}
      </ul>
    </Scroller>
  )
}

function Fields({ data }: { readonly data: Redacted }) {
  const fields = fieldsOf(data)
  return (
    fields.length > 0 && (
      <dl>
        {fields.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    )
  )
}

function Step({
  step: { from, to, event, guard, about, actions },
  children,
}: {
  readonly step: ChartStep
  readonly children?: ReactNode
}) {
  return (
    <li>
      {children}
      <b>{labelOf(event)}</b>
      {guard && <i> if {guard}</i>} <code>{to === null ? `stays in ${nameOf(from)}` : `→ ${nameOf(to)}`}</code>
      <p>{about}</p>
      {actions.length > 0 && <small>does {actions.join(', ')}</small>}
    </li>
  )
}

/** The events that may be sent. They carry nothing that a person typed; the page adds the fingerprints of token and session itself. */
const sendable = ['cancel', 'signOut', 'sync', 'token.needed', 'token.rejected', 'peer.signedOut']

function SendButton({ type, send }: Omit<Props, 'entry'> & { readonly type: string }) {
  if (send === null || !sendable.includes(type)) return null
  return (
    <button
      type="button"
      className="btn btn-secondary btn-sm"
      aria-label={`Send ${type}`}
      onClick={() => send({ type, cause: 'retry' })}
    >
      Send
    </button>
  )
}
