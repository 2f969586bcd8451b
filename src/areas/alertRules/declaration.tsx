import { Bell, BellOff } from 'lucide-react'
import { alertRules, judgedMetrics, needsMetric, subjectOf, type AlertKind, type AlertRule } from '../../contract/alertRules'
import { curveRule } from '../../contract/metrics'
import { CountLink } from '../../crud/parts/CountLink'
import { declare } from '../../crud/model/declaration'
import { Moment } from '../../crud/parts/FieldText'
import { NoValue } from '../../ui/text/NoValue'
import { durationWords, enumerated } from '../../crud/model/words'
import { kindWords, SeverityWord } from '../../telemetry/alerts/words'
import { limitNames } from '../../telemetry/limitNames'
import { dialogOnDemand, panelOnDemand } from '../../ui/overlay/onDemand'
import { Status, type StatusTone } from '../../ui/text/Status'

const SilenceDialog = dialogOnDemand(async () => (await import('./SilenceDialog')).SilenceDialog)
const FormPreview = panelOnDemand(async () => (await import('./RulePreview')).FormPreview)
const PreviewCard = panelOnDemand(async () => (await import('./RulePreview')).PreviewCard)

const metricWords = Object.fromEntries(judgedMetrics.map((metric) => [metric, curveRule(metric).label]))

function State({ row, look }: { readonly row: AlertRule; readonly look?: 'pill' }) {
  const ofActive: readonly [StatusTone, string] = row.silencedUntil == null ? ['good', 'Active'] : ['warning', 'Silenced']
  const [tone, word] = row.active ? ofActive : (['off', 'Off'] as const)
  return (
    <Status tone={tone} look={look}>
      {word}
    </Status>
  )
}

function when({ kind, metric, forS }: AlertRule): string {
  const what = metric == null || !needsMetric(kind) ? kindWords[kind] : `${kindWords[kind]}: ${curveRule(metric).label}`
  return forS === 0 ? what : `${what}, for ${durationWords(forS)}`
}

/** What limits a rule: one that is limited to deleted rows alone applies to nothing. */
function scope(rule: AlertRule): string {
  const limits = limitNames(rule)
  if (limits.length === 0) return 'Everything'
  return `${rule.scopeNames.length === 0 ? 'Nothing: ' : ''}${enumerated(limits)}`
}

function unresolved({ id, openAlertsCount }: AlertRule) {
  const filter = [
    ['ruleId', id],
    ['status', 'open'],
    ['status', 'acknowledged'],
  ]
  return <CountLink count={openAlertsCount} slug="alerts" filter={filter} />
}

function words(text: string) {
  return text === '' ? <NoValue /> : <span className="cell-words">{text}</span>
}

/** Only rules about sensors can be scoped by plant. */
const isPlantScope =
  (field: string) =>
  ({ kind, ...values }: Readonly<Record<string, unknown>>) =>
    subjectOf[kind as AlertKind] === 'Sensor' || (Array.isArray(values[field]) && values[field].length > 0)

/** Alert rules: the conditions that raise alerts, and the channels that send them. */
export const declaration = declare({
  resource: alertRules,
  columns: [
    { key: 'name', title: 'Name', width: 12 },
    { key: 'kind', title: 'When', width: 14, also: ['metric', 'forS'], cell: (row) => words(when(row)) },
    { key: 'severity', title: 'Severity', width: 6.5, cell: (row) => <SeverityWord severity={row.severity} /> },
    { key: 'openAlertsCount', title: 'Unresolved', width: 6.5, numeric: true, cell: unresolved },
    { key: 'active', title: 'State', width: 6.5, also: ['silencedUntil'], cell: (row) => <State row={row} /> },
    {
      key: 'scopeNames',
      title: 'Scope',
      width: 10,
      minor: true,
      also: ['deletedScopeNames'],
      cell: (row) => words(scope(row)),
    },
    { key: 'channelNames', title: 'Sent to', width: 9, minor: true, cell: (row) => words(enumerated(row.channelNames)) },
  ],
  filters: [
    { name: 'severity', title: 'Severity' },
    { name: 'kind', title: 'When', words: kindWords },
    { name: 'active', title: 'State', words: { true: 'Active', false: 'Off' } },
    { name: 'channelIds', title: 'Channel', quiet: true },
  ],
  State: ({ row }) => <State row={row} look="pill" />,
  Summary: ({ row }) => when(row),
  actions: [
    { label: 'Silence', icon: BellOff, offered: ({ silencedUntil }) => silencedUntil == null, Dialog: SilenceDialog },
    { label: 'End the silence', icon: Bell, offered: ({ silencedUntil }) => silencedUntil != null, Dialog: SilenceDialog },
  ],
  More: PreviewCard,
  FormMore: FormPreview,
  sections: [
    {
      title: 'Rule',
      items: [
        { key: 'kind', value: (row) => kindWords[row.kind] },
        {
          key: 'metric',
          isShown: ({ kind }) => needsMetric(kind),
          value: (row) => row.metric != null && curveRule(row.metric).label,
        },
        { key: 'forS', value: (row) => (row.forS === 0 ? 'None' : durationWords(row.forS)) },
        { key: 'severity', value: (row) => <SeverityWord severity={row.severity} /> },
        { key: 'scopeNames', value: scope, always: true },
        { key: 'silencedUntil', value: (row) => <Moment value={row.silencedUntil} /> },
      ],
    },
    {
      title: 'Alerts',
      items: [
        { key: 'openAlertsCount', value: unresolved },
        {
          key: 'channelNames',
          always: true,
          value: (row) => (row.channelNames.length === 0 ? 'Nobody' : enumerated(row.channelNames)),
        },
      ],
    },
  ],
  form: [
    {
      title: 'Rule',
      fields: [
        { name: 'name' },
        { name: 'kind', words: kindWords },
        {
          name: 'metric',
          words: metricWords,
          isShown: ({ kind }) => needsMetric(kind),
          hint: 'Compared with the target ranges of the sensor’s plant.',
        },
        { name: 'severity', hint: 'Critical alerts are sent in quiet hours too.' },
        { name: 'forS', hint: 'How long the condition must hold. 0: an alert is raised at once.' },
        { name: 'active' },
      ],
    },
    {
      title: 'Scope',
      hint: 'Leave all empty to watch everything. Otherwise it watches what matches at least one.',
      fields: [
        { name: 'tags', hint: 'Gateways with one of these tags, and their sensors.' },
        { name: 'gatewayIds', hint: 'These gateways, and their sensors.' },
        { name: 'plantIds', isShown: isPlantScope('plantIds') },
        { name: 'humidityGroupIds', isShown: isPlantScope('humidityGroupIds') },
        { name: 'temperatureGroupIds', isShown: isPlantScope('temperatureGroupIds') },
        { name: 'lightGroupIds', isShown: isPlantScope('lightGroupIds') },
      ],
    },
    {
      title: 'Notifications',
      hint: 'Alerts are always listed in the console. Channels send them elsewhere as well.',
      fields: [{ name: 'channelIds', wide: true }],
    },
  ],
  blank: { kind: 'gateway_offline', severity: 'warning', forS: 600, active: true },
  example: { name: 'Gateways offline', kind: 'gateway_offline', forS: 600, severity: 'critical', active: true },
  removal: {
    typed: false,
    consequence: (rows) =>
      rows.length === 1
        ? 'Its open alerts are resolved; all of its alerts stay listed.'
        : 'Their open alerts are resolved; all of their alerts stay listed.',
  },
})
