import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/Button'
import { Scroller } from '../../ui/table/Scroller'
import { labelOf, type Entry, type Redacted, type SentEvent } from './messages'
import type { Chart, ChartStep } from './chart'
import { eventOf, fieldsOf, nameOf, possibleFrom, transitionsOf } from './words'

interface Props {
  readonly chart: Chart
  readonly entry: Entry
  /** A tab runs the machine, or ran it: a step led to the state. */
  readonly isRun: boolean
  /** Null when the page accepts no events, or when an earlier step is selected. */
  readonly send: ((event: SentEvent) => void) | null
}

/** The machine's current state, the step that led to it, and the possible next steps. */
export function Details({ chart, entry, isRun, send }: Props) {
  const { value, event, data, context, isOver } = entry
  const leaves = value.split(' ')
  const taken = transitionsOf(chart, entry)
  const possible = isOver ? [] : possibleFrom(chart, entry)
  return (
    <Scroller className="in-details" label="Details">
      <h2 aria-live="polite">{value}</h2>
      {chart.states
        .filter(({ id }) => leaves.includes(nameOf(id)))
        .map(({ id, about }) => (
          <p key={id}>{about}</p>
        ))}
      {isRun ? (
        <>
          <h3>{isOver ? 'Ended' : `Last step: ${eventOf(event)}`}</h3>
          <Fields data={data} />
          <ul>
            {taken.map((step) => (
              <Step key={step.id} step={step} />
            ))}
            {taken.length === 0 && !isOver && <li>No transition: the state stays as it is.</li>}
          </ul>
          <h3>Context</h3>
          <Fields data={context} />
        </>
      ) : (
        <p>{chart.about} No tab runs it.</p>
      )}
      <h3>Possible next</h3>
      <ul>
        {possible.map((step, at) => (
          <Step key={step.id} step={step}>
            {possible.findIndex(({ event }) => event === step.event) === at && sendable[chart.id]?.includes(step.event) && (
              <SendButton type={step.event} send={send} />
            )}
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

/** The events that may be sent, by machine. None carries user input; the page adds the fingerprints of token and session itself. */
const sendable: Readonly<Record<string, readonly string[]>> = {
  assign: ['back', 'close'],
  auth: ['cancel', 'signOut', 'sync', 'token.needed', 'token.rejected', 'peer.signedOut'],
  import: ['back', 'retry', 'stop', 'leave'],
  export: ['close'],
  factor: ['close'],
  removal: ['close'],
  save: ['back', 'close'],
  upload: ['retry', 'cancel', 'online'],
  live: ['shown', 'hidden', 'network.changed', 'stop'],
  manyRows: ['stop', 'close'],
}

function SendButton({ type, send }: Pick<Props, 'send'> & { readonly type: string }) {
  if (send === null) return null
  return (
    <Button size="sm" aria-label={`Send ${type}`} onClick={() => send({ type, cause: 'retry' })}>
      Send
    </Button>
  )
}
