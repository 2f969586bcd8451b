import { AlarmClockOff, BellRing, CircleCheck, HandHelping, Send } from 'lucide-react'
import { alertMovesFrom } from '../../../machines/alertMachine'
import { curveRule } from '../../contract/metrics'
import type { AlertMove } from '../../contract/alertCalls'
import { alerts, type Alert } from '../../contract/alerts'
import { declare } from '../../crud/model/declaration'
import { Moment } from '../../crud/parts/FieldText'
import { NoValue } from '../../ui/text/NoValue'
import { ListAction } from '../../crud/parts/ListAction'
import { listPath } from '../../crud/model/paths'
import { rowLink } from '../../crud/parts/rowLink'
import { withUnit } from '../../crud/model/words'
import { subjectPath } from '../../telemetry/alerts/subjects'
import { AlertStatusWord, kindWords, SeverityWord } from '../../telemetry/alerts/words'
import { Link } from '../../ui/controls/Link'
import { dialogOnDemand } from '../../ui/overlay/onDemand'
import { Time } from '../../ui/text/Time'

const AcknowledgeDialog = dialogOnDemand(async () => (await import('./moveDialogs')).AcknowledgeDialog)
const ResolveDialog = dialogOnDemand(async () => (await import('./moveDialogs')).ResolveDialog)
const SnoozeDialog = dialogOnDemand(async () => (await import('./moveDialogs')).SnoozeDialog)
const AcknowledgeMany = dialogOnDemand(async () => (await import('./manyDialogs')).AcknowledgeMany)
const ResolveMany = dialogOnDemand(async () => (await import('./manyDialogs')).ResolveMany)
const SnoozeMany = dialogOnDemand(async () => (await import('./manyDialogs')).SnoozeMany)

const can = (move: AlertMove) => (row: Alert) => alertMovesFrom(row.status).includes(move)

function Subject({ row }: { readonly row: Alert }) {
  return (
    <Link className="link" href={subjectPath(row.subject, row.subjectId)}>
      {row.subjectName}
    </Link>
  )
}

function rule({ ruleId, ruleName }: Alert) {
  return ruleId == null ? ruleName : rowLink('alert-rules', ruleId, ruleName)
}

/** The reading, battery level or count that raised the alert, in its unit. */
function value({ kind, value, metric }: Alert) {
  if (value == null) return <NoValue />
  if (kind === 'unknown_sensor') return withUnit(value, undefined)
  return withUnit(Math.round(value * 100) / 100, metric == null ? '%' : curveRule(metric).unit)
}

function by(at: string | null | undefined, name: string | null | undefined) {
  if (at == null) return <NoValue />
  return (
    <>
      {name != null && <>{name}, </>}
      <Moment value={at} />
    </>
  )
}

/** Alerts: raised by rules, open until their conditions end. */
export const declaration = declare({
  resource: alerts,
  columns: [
    { key: 'title', title: 'Alert', width: 16 },
    { key: 'severity', title: 'Severity', width: 6.5, cell: (row) => <SeverityWord severity={row.severity} /> },
    { key: 'status', title: 'Status', width: 8.5, also: ['snoozed'], cell: (row) => <AlertStatusWord row={row} /> },
    { key: 'openedAt', title: 'Since', width: 7.3 },
    { key: 'ruleName', title: 'Rule', width: 10, cell: rule },
    { key: 'subjectName', title: 'Concerns', width: 10, minor: true, cell: (row) => <Subject row={row} /> },
    { key: 'timesRaised', title: 'Raised', width: 5, numeric: true, minor: true },
    { key: 'resolvedAt', title: 'Resolved', width: 7.3, minor: true, cell: (row) => <Moment value={row.resolvedAt} dense /> },
  ],
  filters: [
    { name: 'status', title: 'Status' },
    { name: 'severity', title: 'Severity' },
    { name: 'snoozed', title: 'Snoozed', words: { true: 'Snoozed', false: 'Not snoozed' } },
    { name: 'kind', title: 'When', words: kindWords },
    { name: 'ruleId', title: 'Rule' },
    { name: 'gatewayId', title: 'Gateway' },
    { name: 'sensorId', title: 'Sensor' },
    { name: 'rolloutId', title: 'Rollout' },
  ],
  ListMore: () => (
    <>
      <ListAction href={listPath('notification-channels')} icon={Send}>
        Channels
      </ListAction>
      <ListAction href={listPath('alert-rules')} icon={BellRing}>
        Rules
      </ListAction>
    </>
  ),
  actions: [
    { label: 'Acknowledge', icon: HandHelping, next: true, offered: can('acknowledge'), Dialog: AcknowledgeDialog },
    { label: 'Snooze', icon: AlarmClockOff, offered: can('snooze'), Dialog: SnoozeDialog },
    { label: 'Resolve', icon: CircleCheck, offered: can('resolve'), Dialog: ResolveDialog },
  ],
  bulkActions: [
    { label: 'Acknowledge', icon: HandHelping, Dialog: AcknowledgeMany },
    { label: 'Snooze', icon: AlarmClockOff, Dialog: SnoozeMany },
    { label: 'Resolve', icon: CircleCheck, Dialog: ResolveMany },
  ],
  State: ({ row }) => (
    <>
      <SeverityWord severity={row.severity} look="pill" /> <AlertStatusWord row={row} look="pill" />
    </>
  ),
  Summary: ({ row }) => (
    <>
      Since <Time value={row.openedAt} /> · {rule(row)}
    </>
  ),
  sections: [
    {
      title: 'Alert',
      items: [
        { key: 'subjectName', value: (row) => <Subject row={row} /> },
        { key: 'kind', value: (row) => kindWords[row.kind] },
        { key: 'value', hideEmpty: true, value },
        { key: 'openedAt', value: (row) => <Moment value={row.openedAt} /> },
        { key: 'timesRaised' },
        { key: 'ruleName', value: rule },
        { key: 'status', value: (row) => <AlertStatusWord row={row} /> },
        {
          key: 'snoozedUntil',
          hideEmpty: true,
          value: (row) => (row.snoozed ? <Moment value={row.snoozedUntil} /> : <NoValue />),
        },
        { key: 'acknowledgedAt', hideEmpty: true, value: (row) => by(row.acknowledgedAt, row.acknowledgedByName) },
        { key: 'resolvedAt', hideEmpty: true, value: (row) => by(row.resolvedAt, row.resolvedByName) },
        { key: 'note', hideEmpty: true, wide: true },
      ],
    },
  ],
  form: [],
  blank: {},
})
