import type { ReactNode } from 'react'
import type { Attention as Counts, Need } from '../contract/dashboard'
import { gateways as gatewayResource } from '../contract/gateways'
import { curveRule } from '../contract/metrics'
import { sensors as sensorResource } from '../contract/sensors'
import { detailPath, listPath, newPath } from '../crud/model/paths'
import { rowLink } from '../crud/parts/rowLink'
import { isMissing } from '../crud/model/problems'
import { Unloaded } from '../crud/parts/Unloaded'
import { counted, totalWords, withUnit } from '../crud/model/words'
import { LinkButton } from '../ui/controls/Button'
import { Card } from '../ui/layout/Card'
import { Link } from '../ui/controls/Link'
import { Status, type StatusTone } from '../ui/text/Status'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '../ui/table/Table'
import { Time } from '../ui/text/Time'
import './attention.css'
import { useGetAttentionQuery } from './overviewApi'
import { valueWords } from './words'

/** The devices that need attention first, each with its problem, since when, and the next action. */
export function Attention() {
  const query = useGetAttentionQuery(undefined, { refetchOnMountOrArgChange: 30 })
  const { data } = query
  if (data === undefined && isMissing(query.error)) return null
  if (data === undefined)
    return (
      <Card title="Needs attention" className="attention-waiting">
        <Unloaded query={query} rows={8} columns={3} label="Loading what needs attention" />
      </Card>
    )
  const totals = totalsOf(data)
  return (
    <Card title="Needs attention" description={totals.length > 0 && <Totals totals={totals} />} flush={data.needs.length > 0}>
      {totals.length === 0 ? (
        <Status tone="good">Nothing needs attention</Status>
      ) : (
        data.needs.length > 0 && <Needs needs={data.needs} />
      )}
    </Card>
  )
}

type Total = readonly [count: number, words: string, slug: string, filter: Readonly<Record<string, string>>]

/** The number of devices per kind, linked to their lists. Other backends may not report unregistered sensors. */
function totalsOf({ gateways, sensors, outOfRange, batteryLow, unknownSensors }: Counts): Total[] {
  const unknown = unknownSensors?.total ?? 0
  const totals: readonly Total[] = [
    [gateways.offline, `${counted(gateways.offline, gatewayResource.nouns)} offline`, 'gateways', { state: 'offline' }],
    [sensors.offline, `${counted(sensors.offline, sensorResource.nouns)} offline`, 'sensors', { state: 'offline' }],
    [
      sensors.unreachable,
      `${counted(sensors.unreachable, sensorResource.nouns)} unreachable`,
      'sensors',
      { state: 'unreachable' },
    ],
    [outOfRange, `${counted(outOfRange, sensorResource.nouns)} out of range`, 'sensors', { condition: 'out_of_range' }],
    [batteryLow, `${counted(batteryLow, sensorResource.nouns)} with a low battery`, 'sensors', { batteryLow: 'true' }],
    [
      unknown,
      unknownSensors ? `${totalWords(unknownSensors)} unregistered ${unknown === 1 ? 'sensor' : 'sensors'}` : '',
      'gateways',
      { hearsUnknown: 'true' },
    ],
  ]
  return totals.filter(([count]) => count > 0)
}

function Totals({ totals }: { readonly totals: readonly Total[] }) {
  return (
    <span className="attention-totals">
      {totals.map(([, words, slug, filter]) => (
        <Link key={words} className="link" href={listPath(slug, filter)}>
          {words}
        </Link>
      ))}
    </span>
  )
}

function Needs({ needs }: { readonly needs: readonly Need[] }) {
  return (
    <Table label="Devices that need attention" density="compact">
      <TableHead>
        <HeaderCell>Device</HeaderCell>
        <HeaderCell>Problem</HeaderCell>
        <HeaderCell>Since</HeaderCell>
        <HeaderCell hiddenLabel="Action" />
      </TableHead>
      <TableBody>
        {needs.map((need) => (
          <TableRow key={`${need.kind} ${need.id ?? need.name}`}>
            <Cell look="title">{nameOf(need)}</Cell>
            <Cell label="Problem" className="status-sentence">
              <Status tone={tones[need.kind]}>{problems[need.kind](need)}</Status>
            </Cell>
            <Cell label="Since">{since(need)}</Cell>
            <Cell look="actions">
              <Act need={need} />
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

const tones: Readonly<Record<Need['kind'], StatusTone>> = {
  gateway_offline: 'critical',
  sensor_offline: 'critical',
  out_of_range: 'warning',
  battery_low: 'warning',
  unknown_sensor: 'info',
}

function nameOf({ kind, id, name }: Need): ReactNode {
  if (id === null) return <code className="mono">{name}</code>
  return rowLink(kind === 'gateway_offline' ? 'gateways' : 'sensors', id, name)
}

const problems: Readonly<Record<Need['kind'], (need: Need) => string>> = {
  gateway_offline: ({ sensorsCount }) =>
    sensorsCount ? `Offline, ${counted(sensorsCount, sensorResource.nouns)} unreachable` : 'Offline',
  sensor_offline: ({ gatewayName }) => (gatewayName == null ? 'Offline' : 'Offline, its gateway is online'),
  out_of_range: (need) => `${readingWords(need)}${need.plantName == null ? '' : `, ${need.plantName}`}`,
  battery_low: ({ value }) => (value == null ? 'Battery low' : `Battery low, ${withUnit(Math.round(value), '%')}`),
  unknown_sensor: ({ gatewayName }) => (gatewayName == null ? 'Unregistered' : `Unregistered, received by ${gatewayName}`),
}

function since({ kind, metric, since: at }: Need): ReactNode {
  if (at !== null) return <Time value={at} focusable={false} />
  if (kind !== 'out_of_range') return null
  return metric === 'dli' ? 'Yesterday' : 'Over a week ago'
}

/** "Soil moisture 9.2 %, too low". */
function readingWords({ metric, value, status }: Need): string {
  if (metric == null || value == null) return 'Out of range'
  const { label, unit } = curveRule(metric)
  return `${label} ${valueWords(value, unit)}, too ${status ?? 'far off'}`
}

/** A link to the remedy: the page with the details, or the form that registers the sensor. */
function Act({ need: { kind, id, name, gatewayId } }: { readonly need: Need }) {
  if (id === null)
    return (
      <LinkButton
        size="sm"
        href={`${newPath('sensors')}?${new URLSearchParams({ eui: name, ...(gatewayId != null && { gatewayId }) })}`}
      >
        Register <span className="sr-only">{name}</span>
      </LinkButton>
    )
  return (
    <LinkButton size="sm" href={detailPath(kind === 'gateway_offline' ? 'gateways' : 'sensors', id)}>
      {kind === 'out_of_range' ? 'Readings' : 'Details'} <span className="sr-only">of {name}</span>
    </LinkButton>
  )
}
