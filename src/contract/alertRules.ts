import { array, boolean, object, type AnyObject, type TestContext } from 'yup'
import { anyCount, count, flag, identity, instant, oneOf, reference, references, tags, text } from './fields'
import { lazy, resource, type DraftOf, type RowOf } from './resource'
import './gateways'
import './humidityGroups'
import './lightGroups'
import './notificationChannels'
import './plants'
import './temperatureGroups'

/** The conditions that a rule can watch for, in the state of gateways, sensors or rollouts. */
export const alertKinds = [
  'gateway_offline',
  'sensor_offline',
  'battery_low',
  'reading_low',
  'reading_high',
  'no_data',
  'firmware_failed',
  'rollout_stopped',
  'unknown_sensor',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** The resources that alerts are about; a sensor raises none while its gateway is offline. */
export const alertSubjects = ['Gateway', 'Sensor', 'Rollout'] as const
export type AlertSubject = (typeof alertSubjects)[number]

/** The subject of each kind. */
export const subjectOf: Readonly<Record<AlertKind, AlertSubject>> = {
  gateway_offline: 'Gateway',
  sensor_offline: 'Sensor',
  battery_low: 'Sensor',
  reading_low: 'Sensor',
  reading_high: 'Sensor',
  no_data: 'Sensor',
  firmware_failed: 'Gateway',
  rollout_stopped: 'Rollout',
  unknown_sensor: 'Gateway',
}

/** Severities, the worst first. Critical alerts are also sent in quiet hours. */
export const severities = ['critical', 'warning', 'info'] as const
export type Severity = (typeof severities)[number]

/** Metrics that are compared with the ranges of a plant's groups; `dli` is yesterday's light. */
export const judgedMetrics = ['soil_moisture', 'air_humidity', 'air_temperature', 'soil_ec', 'dli'] as const

/** Whether a kind needs a metric. */
export function needsMetric(kind: unknown): boolean {
  return kind === 'reading_low' || kind === 'reading_high'
}

/** Optional lists; an omitted one is empty. */
const lists = lazy(() => ({
  tags: tags('A rule').label('Tags of gateways').meta({
    description:
      'Limits the rule to gateways with one of these tags, and their sensors. A rule without any limit applies to everything.',
  }),
  gatewayIds: references('Gateway', 'Gateways'),
  plantIds: references('Plant', 'Plants'),
  humidityGroupIds: references('HumidityGroup', 'Humidity groups'),
  temperatureGroupIds: references('TemperatureGroup', 'Temperature groups'),
  lightGroupIds: references('LightGroup', 'Light groups'),
  channelIds: references('NotificationChannel', 'Send to'),
}))

const draft = lazy(() =>
  object({
    name: text(60, 2).required('Name is required').label('Name'),
    kind: oneOf(alertKinds).required('Choose when the rule raises alerts').label('When'),
    metric: oneOf(judgedMetrics).nullable().label('Reading').meta({
      description:
        'Metric to compare with the groups of the sensor’s plant. Required for low and high readings, null for other kinds.',
    }),
    forS: count(0, 86_400, 's')
      .required('Delay is required')
      .label('Delay')
      .meta({ description: 'How long the condition must hold before an alert is raised.' }),
    severity: oneOf(severities).required('Severity is required').label('Severity').meta({ order: 'choices' }),
    ...lists(),
    active: boolean().required().label('Active'),
    silencedUntil: instant().nullable().label('Silenced until').meta({
      description: 'Until then, alerts of this rule are snoozed: not counted as open, and not sent. Null: not silenced.',
    }),
  })
    .test('metric', (value, context) => {
      if (!needsMetric(value.kind) || (value.metric ?? null) !== null) return true
      return context.createError({ path: 'metric', message: 'Choose a reading' })
    })
    .test('scope', scopeFits)
    .noUnknown(),
)

const plantScopes = ['plantIds', 'humidityGroupIds', 'temperatureGroupIds', 'lightGroupIds'] as const

/** Only sensors are scoped by plant or group; rules about gateways and rollouts are scoped by tags or gateways. */
function scopeFits({ kind, ...value }: AnyObject, context: TestContext) {
  if (subjectOf[kind as AlertKind] === 'Sensor') return true
  const path = plantScopes.find((field) => Array.isArray(value[field]) && value[field].length > 0)
  if (path === undefined) return true
  return context.createError({ path, message: 'A rule about gateways or rollouts can be limited only by tags or gateways' })
}

const row = lazy(() =>
  draft().shape({
    ...identity(),
    tags: lists().tags.required(),
    gatewayIds: lists().gatewayIds.required(),
    plantIds: lists().plantIds.required(),
    humidityGroupIds: lists().humidityGroupIds.required(),
    temperatureGroupIds: lists().temperatureGroupIds.required(),
    lightGroupIds: lists().lightGroupIds.required(),
    channelIds: lists().channelIds.required(),
    openAlertsCount: anyCount().label('Unresolved alerts'),
    channelNames: array(text(60).required()).required().label('Sent to'),
    scopeNames: array(text(210).required())
      .required()
      .label('Scope')
      .meta({ description: 'Tags and names of the rows that limit the rule.' }),
    deletedScopeNames: array(text(210).required())
      .required()
      .label('Deleted scope')
      .meta({ description: 'Names, or ids, of deleted rows that still limit it.' }),
  }),
)

/** Alert rules: the conditions that raise alerts. */
export const alertRules = resource({
  name: 'AlertRule',
  nouns: { one: 'alert rule', many: 'alert rules' },
  path: '/api/v1/alert_rules',
  draft,
  row,
  title: 'name',
  unique: ['name'],
  list: {
    sort: ['name', 'kind', 'severity', 'openAlertsCount', 'createdAt'],
    defaultSort: 'name',
    filter: () => ({
      kind: oneOf(alertKinds).required(),
      severity: oneOf(severities).required(),
      active: flag().required(),
      channelIds: reference('NotificationChannel').required(),
    }),
    search: ['name'],
  },
})
export type AlertRule = RowOf<typeof alertRules>
export type AlertRuleDraft = DraftOf<typeof alertRules>
