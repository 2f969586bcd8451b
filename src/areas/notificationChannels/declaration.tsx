import { notificationChannels, type NotificationChannel } from '../../contract/notificationChannels'
import { CountLink } from '../../crud/parts/CountLink'
import { declare } from '../../crud/model/declaration'
import { listPath } from '../../crud/model/paths'
import { Moment } from '../../crud/parts/FieldText'
import { NoValue } from '../../ui/text/NoValue'
import { enumerated } from '../../crud/model/words'
import { panelOnDemand } from '../../ui/overlay/onDemand'
import { Status } from '../../ui/text/Status'
import { localZone } from '../../ui/text/timeWords'
import { DeliveryStatus, presetWords } from './words'

const ChannelCards = panelOnDemand(async () => (await import('./ChannelCards')).ChannelCards)

const kindWords = { mail: 'Email', webhook: 'Webhook' }
const isMail = ({ kind }: Readonly<Record<string, unknown>>) => kind === 'mail'
const isSigned = ({ secretCreatedAt }: NotificationChannel) => secretCreatedAt != null
const rulesOf = ({ id }: NotificationChannel) => ({ channelIds: id })
const isWebhook = ({ kind }: Readonly<Record<string, unknown>>) => kind === 'webhook'

function State({ row, look }: { readonly row: NotificationChannel; readonly look?: 'pill' }) {
  const [tone, word] = row.active ? (['good', 'Active'] as const) : (['off', 'Off'] as const)
  return (
    <Status tone={tone} look={look}>
      {word}
    </Status>
  )
}

/** The recipients, or a webhook's host: the rest of its address often contains a secret. */
function target({ kind, recipients, url }: NotificationChannel): string {
  if (kind === 'mail') return enumerated(recipients.slice(0, 2), recipients.length)
  return url == null || !URL.canParse(url) ? '' : new URL(url).host
}

function lastMessage({ lastDeliveryAt, lastDeliveryStatus }: NotificationChannel) {
  if (lastDeliveryAt == null || lastDeliveryStatus == null) return <NoValue />
  return (
    <>
      <DeliveryStatus status={lastDeliveryStatus} /> <Moment value={lastDeliveryAt} dense />
    </>
  )
}

/** Notification channels: the recipients of alerts, and the way to reach them. */
export const declaration = declare({
  resource: notificationChannels,
  columns: [
    { key: 'name', title: 'Name', width: 11 },
    { key: 'kind', title: 'Kind', width: 6, cell: (row) => kindWords[row.kind] },
    { key: 'url', title: 'Goes to', width: 13, also: ['recipients'], cell: target },
    { key: 'active', title: 'State', width: 6, cell: (row) => <State row={row} /> },
    { key: 'lastDeliveryAt', title: 'Last message', width: 10, also: ['lastDeliveryStatus'], cell: lastMessage },
    { key: 'rulesCount', title: 'Rules', width: 5, numeric: true, cell: (row) => <RulesLink row={row} /> },
  ],
  filters: [
    { name: 'kind', title: 'Kind', words: kindWords },
    { name: 'active', title: 'State', words: { true: 'Active', false: 'Off' } },
  ],
  State: ({ row }) => <State row={row} look="pill" />,
  Summary: ({ row }) => (
    <>
      {kindWords[row.kind]} to {target(row)}
    </>
  ),
  More: ChannelCards,
  sections: [
    {
      title: 'Channel',
      items: [
        { key: 'kind', value: (row) => kindWords[row.kind] },
        { key: 'recipients', isShown: isMail, wide: true },
        { key: 'url', isShown: isWebhook, wide: true },
        { key: 'preset', isShown: isWebhook, value: (row) => presetWords[row.preset] },
        { key: 'rulesCount', value: (row) => <RulesLink row={row} /> },
        { key: 'tellsResolved' },
      ],
    },
    { title: 'Quiet hours', items: [{ key: 'quietFrom' }, { key: 'quietTo' }, { key: 'zone' }] },
  ],
  form: [
    {
      title: 'Channel',
      fields: [
        { name: 'name' },
        { name: 'kind', words: kindWords },
        { name: 'recipients', isShown: isMail, wide: true },
        { name: 'url', isShown: isWebhook, wide: true, hint: 'Messages are posted there. Redirects are not followed.' },
        {
          name: 'preset',
          isShown: isWebhook,
          words: presetWords,
          hint: 'The format that the receiver expects.',
        },
        {
          name: 'tellsResolved',
          hint: 'Sent ten minutes after an alert ends, unless it reopens. When off, alerts that begin and end within quiet hours are not sent at all.',
        },
        { name: 'active' },
      ],
    },
    {
      title: 'Quiet hours',
      hint: 'Messages wait until the quiet hours end. Critical alerts are sent at once.',
      fields: [
        { name: 'quietFrom', hint: 'Such as 22:00. Leave both empty for none.' },
        { name: 'quietTo', hint: 'Such as 07:00.' },
        { name: 'zone', hint: 'Such as Europe/Zurich. Empty: UTC.' },
      ],
    },
  ],
  blank: {
    kind: 'mail',
    preset: 'generic',
    active: true,
    get zone() {
      return localZone()
    },
  },
  example: { name: 'On call', kind: 'webhook', url: 'https://hooks.example.com/alerts', preset: 'generic', active: true },
  removal: {
    typed: false,
    consequence: (rows) =>
      `Messages${rows.some(isSigned) ? ' and signing secrets' : ''} are lost, even if the deletion is undone.`,
    usersPath: (row) => listPath('alert-rules', rulesOf(row)),
  },
})

function RulesLink({ row }: { readonly row: NotificationChannel }) {
  return <CountLink count={row.rulesCount} slug="alert-rules" filter={rulesOf(row)} />
}
