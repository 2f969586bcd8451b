import { Send } from 'lucide-react'
import { useDispatch } from 'react-redux'
import type { Delivery } from '../../contract/channelCalls'
import type { NotificationChannel } from '../../contract/notificationChannels'
import { NoValue } from '../../ui/text/NoValue'
import { sentenceOf } from '../../crud/model/problems'
import type { ApiDispatch } from '../../crud/model/reference'
import { Unloaded } from '../../crud/parts/Unloaded'
import { grouped } from '../../ui/text/numberWords'
import { Failure } from '../../ui/overlay/Failure'
import { Button } from '../../ui/controls/Button'
import { Card } from '../../ui/layout/Card'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '../../ui/table/Table'
import { Time } from '../../ui/text/Time'
import { useEnvironment } from '../../ui/environment/Environment'
import { SecretCard } from '../../telemetry/SecretCard'
import { makeSecret, useDeliveriesState, useListDeliveriesQuery, useTestChannelMutation } from './channelApi'
import { pollingOf } from './polling'
import { DeliveryStatus } from './words'

interface ChannelProps {
  readonly row: NotificationChannel
}

/** The panels of a channel's page: the signing secret, a test, and the last messages. */
export function ChannelCards({ row }: ChannelProps) {
  return (
    <div className="stack">
      {row.kind === 'webhook' && <SigningSecret row={row} />}
      <DeliveriesCard row={row} />
    </div>
  )
}

function DeliveriesCard({ row }: ChannelProps) {
  const { now } = useEnvironment()
  // The interval of the query depends on its own answer.
  const { currentData: rows, isError } = useDeliveriesState(row.id)
  const pollingInterval = pollingOf(isError ? undefined : rows, now())
  const query = useListDeliveriesQuery(row.id, { refetchOnMountOrArgChange: true, pollingInterval })
  const [test, tested] = useTestChannelMutation()
  return (
    <Card
      title="Messages"
      description="The latest messages, and the receiver’s answers."
      flush={rows !== undefined && rows.length > 0}
      actions={
        <Button icon={Send} busy={tested.isLoading} onClick={() => void test(row.id)}>
          Send a test
        </Button>
      }
    >
      <Failure>{tested.error === undefined ? null : sentenceOf(tested.error)}</Failure>
      {rows === undefined ? (
        <Unloaded query={query} columns={5} label="Loading messages" />
      ) : rows.length === 0 ? (
        <p className="soft">Nothing sent yet.</p>
      ) : (
        <Deliveries rows={rows} />
      )}
    </Card>
  )
}

function Deliveries({ rows }: { readonly rows: readonly Delivery[] }) {
  return (
    <Table label="Messages" density="compact">
      <TableHead>
        <HeaderCell>When</HeaderCell>
        <HeaderCell>Status</HeaderCell>
        <HeaderCell align="end">Alerts</HeaderCell>
        <HeaderCell align="end">Attempts</HeaderCell>
        <HeaderCell>Answer</HeaderCell>
        <HeaderCell align="end">Duration</HeaderCell>
      </TableHead>
      <TableBody>
        {rows.map((delivery) => (
          <TableRow key={delivery.id}>
            <Cell look="title">
              <Time value={delivery.createdAt} show="full" focusable={false} />
            </Cell>
            <Cell label="Status">
              <DeliveryStatus status={delivery.status} />
            </Cell>
            <Cell label="Alerts" align="end">
              {delivery.kind === 'test' ? 'Test' : grouped(delivery.alertsCount)}
            </Cell>
            <Cell label="Attempts" align="end">
              {delivery.attempts}
            </Cell>
            <Cell label="Answer">
              <AnswerText delivery={delivery} />
            </Cell>
            <Cell label="Duration" align="end">
              {delivery.tookMs === null ? <NoValue /> : `${grouped(delivery.tookMs)} ms`}
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function AnswerText({ delivery: { answerStatus, answer, nextAt } }: { readonly delivery: Delivery }) {
  const words = [answerStatus, answer].filter((part) => part !== null && part !== '').join(': ')
  return (
    <>
      {words === '' ? <NoValue /> : words}
      {nextAt !== null && (
        <span className="soft">
          {' '}
          next <Time value={nextAt} focusable={false} />
        </span>
      )}
    </>
  )
}

/** The secret that signs a webhook's messages. */
function SigningSecret({ row }: ChannelProps) {
  const dispatch = useDispatch<ApiDispatch>()
  return (
    <SecretCard
      title="Signing secret"
      description="Lets the receiver verify that a message comes from this server."
      noun="secret"
      owner={row.name}
      createdAt={row.secretCreatedAt ?? null}
      without="No secret yet: messages are not signed."
      consequence="The current secret stops working at once. The receiver cannot verify messages until it has the new one."
      shownAs={`Signing secret of ${row.name}`}
      usage={
        <>
          Each message carries <code>X-Frond-Signature: t=…,v1=…</code>, where v1 is the HMAC-SHA-256 of <code>t.body</code>.
        </>
      }
      request={async () => {
        const { data, error } = await dispatch(makeSecret.initiate(row.id, { track: false }))
        return { data: data?.secret, error }
      }}
    />
  )
}
