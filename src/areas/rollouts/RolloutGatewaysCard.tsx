import { useSearchParams } from 'react-router-dom'
import { rolloutGateways, type RolloutGateway } from '../../contract/rolloutCalls'
import { rolloutGatewayStates, type Rollout, type RolloutGatewayState } from '../../contract/rollouts'
import { Moment } from '../../crud/parts/FieldText'
import { NoValue } from '../../ui/text/NoValue'
import { Unloaded } from '../../crud/parts/Unloaded'
import { rowLink } from '../../crud/parts/rowLink'
import { lastPage } from '../../crud/list/address'
import { wordsOf } from '../../crud/model/words'
import { useRolloutGatewaysQuery } from '../../telemetry/rollouts/rolloutsApi'
import { codeWords, groupTitle, stateTones, stateWords } from '../../telemetry/rollouts/words'
import { Button } from '../../ui/controls/Button'
import { Pagination } from '../../ui/controls/Pagination'
import { Segment } from '../../ui/controls/Segment'
import { Card } from '../../ui/layout/Card'
import { EmptyState } from '../../ui/layout/EmptyState'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '../../ui/table/Table'
import { grouped } from '../../ui/text/numberWords'
import { Status } from '../../ui/text/Status'
import '../../telemetry/rollouts/rollouts.css'

const PAGE = 25

/** The gateways of a rollout, filtered by a state in the address. */
export function RolloutGatewaysCard({ row }: { readonly row: Rollout }) {
  const [params, setParams] = useSearchParams()
  const state = rolloutGatewayStates.find((one) => one === params.get('gateways')) ?? null
  const page = Math.max(1, Number.parseInt(params.get('gatewaysPage') ?? '', 10) || 1)
  const filter: Readonly<Record<string, readonly string[]>> = state === null ? {} : { state: [state] }
  const query = { page, pageSize: PAGE, sort: rolloutGateways.list.defaultSort, q: '', filter }
  const answer = useRolloutGatewaysQuery({ id: row.id, query }, { refetchOnMountOrArgChange: true })
  const go = (to: RolloutGatewayState | null, place: number) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('gateways')
        next.delete('gatewaysPage')
        if (to !== null) next.set('gateways', to)
        if (place > 1) next.set('gatewaysPage', String(place))
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const { currentData, data, error } = answer
  // The rows before stay until the next have arrived or failed to load.
  const before = error === undefined && data !== undefined && data.result.length > 0 ? data : undefined
  const found = currentData ?? before
  return (
    <Card title="Gateways" flush>
      <div className="rollout-states" role="group" aria-label="State of the gateways">
        <Segment on={state === null} onClick={() => go(null, 1)}>
          All
        </Segment>
        {rolloutGatewayStates.map((one) => (
          <Segment key={one} on={state === one} onClick={() => go(one, 1)}>
            {stateWords[one]} {grouped(row[`${one}Count`])}
          </Segment>
        ))}
      </div>
      {found === undefined ? (
        <Unloaded query={answer} columns={5} label="Loading gateways" />
      ) : found.meta.total === 0 ? (
        <p className="soft rollout-states">{state === null ? 'It has no gateways.' : 'No gateway is in this state.'}</p>
      ) : found.result.length === 0 ? (
        <EmptyState
          title={`There is no page ${grouped(page)}`}
          actions={<Button onClick={() => go(state, lastPage(found.meta.total, PAGE))}>Last page</Button>}
        />
      ) : (
        <GatewaysTable row={row} rows={found.result} busy={currentData === undefined} />
      )}
      {found !== undefined && found.meta.total > PAGE && (
        <Pagination
          page={page}
          size={PAGE}
          total={found.meta.total}
          capped={found.meta.totalCapped}
          noun="gateways"
          onPage={(place) => go(state, place)}
        />
      )}
    </Card>
  )
}

interface GatewaysTableProps {
  readonly row: Rollout
  readonly rows: readonly RolloutGateway[]
  readonly busy: boolean
}

function GatewaysTable({ row: { groups }, rows, busy }: GatewaysTableProps) {
  return (
    <Table label="Gateways of the rollout" density="compact" busy={busy}>
      <TableHead>
        <HeaderCell>Gateway</HeaderCell>
        <HeaderCell>State</HeaderCell>
        <HeaderCell>Group</HeaderCell>
        <HeaderCell>Runs</HeaderCell>
        <HeaderCell>Assigned</HeaderCell>
        <HeaderCell>Since</HeaderCell>
      </TableHead>
      <TableBody>
        {rows.map((gateway) => (
          <TableRow key={gateway.id}>
            <Cell look="title">{rowLink('gateways', gateway.gatewayId, gateway.name)}</Cell>
            <Cell label="State" className="rollout-state">
              <State gateway={gateway} />
            </Cell>
            <Cell label="Group">{titleOf(gateway.groupNumber, groups) ?? <NoValue />}</Cell>
            <Cell label="Runs">{gateway.firmwareName ?? <NoValue />}</Cell>
            <Cell label="Assigned">{gateway.assignedAt == null ? <NoValue /> : <Moment value={gateway.assignedAt} dense />}</Cell>
            <Cell label="Since">{gateway.settledAt == null ? <NoValue /> : <Moment value={gateway.settledAt} dense />}</Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function State({ gateway: { state, code, note, step } }: { readonly gateway: RolloutGateway }) {
  const detail = code == null ? (state === 'assigned' && step != null ? wordsOf(step) : null) : (note ?? codeWords[code])
  return (
    <>
      <Status tone={stateTones[state]}>{stateWords[state]}</Status>
      {detail !== null && <span className="aside soft">{detail}</span>}
    </>
  )
}

function titleOf(number: number | null | undefined, groups: Rollout['groups']): string | null {
  const group = groups.find((one) => one.number === number)
  return group === undefined ? null : groupTitle(group, groups)
}
