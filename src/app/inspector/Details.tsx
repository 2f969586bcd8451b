import type { ReactNode } from 'react'
import { Scroller } from '../../ui/Scroller'
import type { Entry, Redacted, SentEvent } from './wire'
import { chart, labelOf, type ChartStep } from './chart'
import { eventOf, fieldsOf, nameOf, possibleFrom, takenOf } from './words'

interface Props {
  readonly entry: Entry
  readonly now: () => number
  /** Null: the page takes no events, or another moment than now is looked at. */
  readonly send: ((event: SentEvent) => void) | null
}

/** Where the session stands, the step that led there, and those that may come next. */
export function Details({ entry, now, send }: Props) {
  const { value, event, data, context } = entry
  const taken = takenOf(entry)
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
        {possibleFrom(entry).map((step) => (
          <Step key={step.id} step={step}>
            <SendButton type={step.event} now={now} send={send} />
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

/** What goes with the events that may be sent; the page adds the token's fingerprint itself. */
const sendable: Readonly<Record<string, (now: number) => Omit<SentEvent, 'type'>>> = {
  cancel: () => ({}),
  signOut: () => ({}),
  sync: () => ({ cause: 'retry' }),
  'token.needed': () => ({}),
  'token.rejected': () => ({}),
  'peer.signedOut': (at) => ({ at }),
}

function SendButton({ type, now, send }: Omit<Props, 'entry'> & { readonly type: string }) {
  const fields = sendable[type]
  if (send === null || fields === undefined) return null
  return (
    <button
      type="button"
      className="btn btn-secondary btn-sm"
      aria-label={`Send ${type}`}
      onClick={() => send({ type, ...fields(now()) })}
    >
      Send
    </button>
  )
}
