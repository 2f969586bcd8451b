import { boolean, number, object } from 'yup'
import { alertKinds, alertSubjects, judgedMetrics, severities } from './alertRules'
import { count, flag, id, identity, instant, oneOf, reference, text } from './fields'
import { lazy, resource, type RowOf } from './resource'
import './rollouts'
import './sensors'

/** The statuses of an alert; `machines/alertMachine.ts` holds the transitions. */
export const alertStatuses = ['open', 'acknowledged', 'resolved'] as const
export type AlertStatus = (typeof alertStatuses)[number]

/** Maximum of characters of an alert's note. */
export const ALERT_NOTE_MAX = 1000

/** Clients write no field of an alert: its rule raises it, and the calls of `alertCalls.ts` move it. */
const draft = lazy(() => object({}).noUnknown())

const row = lazy(() =>
  draft().shape({
    ...identity(),
    /** "Greenhouse 4 is offline". */
    title: text(140).required().label('Alert'),
    status: oneOf(alertStatuses).required().label('Status').meta({ order: 'choices' }),
    severity: oneOf(severities).required().label('Severity').meta({ order: 'choices' }),
    kind: oneOf(alertKinds).required().label('When'),
    metric: oneOf(judgedMetrics).nullable().label('Reading'),
    ruleId: reference('AlertRule')
      .nullable()
      .label('Rule')
      .meta({ reference: 'AlertRule', description: 'Null: the rule was deleted.' }),
    ruleName: text(60).required().label('Rule'),
    subject: oneOf(alertSubjects).required().label('Concerns'),
    subjectId: id().required().label('Concerns'),
    subjectName: text(60).required().label('Concerns'),
    gatewayId: reference('Gateway').nullable().label('Gateway'),
    sensorId: reference('Sensor').nullable().label('Sensor'),
    rolloutId: reference('Rollout').nullable().label('Rollout'),
    value: number()
      .nullable()
      .label('Value')
      .meta({ description: 'Value that raised the alert: a reading, a battery level, or a number of sensors.' }),
    openedAt: instant().required().label('Since').meta({ format: 'date-time', description: 'When the condition began.' }),
    timesRaised: count(1, 2 ** 31 - 1)
      .required()
      .label('Times raised')
      .meta({ description: 'More than 1: the condition ended and came back within 10 minutes.' }),
    snoozed: boolean().required().label('Snoozed'),
    snoozedUntil: instant().nullable().label('Snoozed until'),
    acknowledgedAt: instant().nullable().label('Acknowledged'),
    acknowledgedByName: text(121).nullable().label('Acknowledged by'),
    note: text(ALERT_NOTE_MAX).nullable().label('Note'),
    resolvedAt: instant().nullable().label('Resolved'),
    resolvedByName: text(121)
      .nullable()
      .label('Resolved by')
      .meta({ description: 'Null: not resolved, or the condition ended by itself.' }),
  }),
)

/** Alerts: raised by a rule, open until its condition ends. */
export const alerts = resource({
  name: 'Alert',
  nouns: { one: 'alert', many: 'alerts' },
  path: '/api/v1/alerts',
  ops: ['list', 'get'],
  draft,
  row,
  title: 'title',
  list: {
    sort: ['title', 'severity', 'status', 'kind', 'openedAt', 'resolvedAt', 'timesRaised', 'createdAt'],
    // Open alerts first, then by severity, and within a severity the latest first.
    defaultSort: 'status,severity,-openedAt',
    filter: () => ({
      status: oneOf(alertStatuses).required(),
      severity: oneOf(severities).required(),
      kind: oneOf(alertKinds).required(),
      snoozed: flag().required(),
      ruleId: reference('AlertRule').required(),
      gatewayId: reference('Gateway').required(),
      sensorId: reference('Sensor').required(),
      rolloutId: reference('Rollout').required(),
    }),
    search: ['title', 'ruleName'],
  },
})
export type Alert = RowOf<typeof alerts>
