import { array, boolean, object, type AnyObject, type TestContext } from 'yup'
import { EMAIL_MAX } from './constants'
import { anyCount, flag, identity, instant, isUrl, MAILBOX, oneOf, text } from './fields'
import { hoursBetween, timeOfDay, timeZone } from './hours'
import { lazy, resource, type DraftOf, type RowOf } from './resource'

/** Ways to send alerts. */
const channelKinds = ['mail', 'webhook'] as const
/** The format of a webhook's body: Frond's own JSON, or that of the named service. */
const webhookPresets = ['generic', 'slack', 'teams', 'ntfy'] as const
export type WebhookPreset = (typeof webhookPresets)[number]

const draft = lazy(() =>
  object({
    name: text(60, 2).required('Name is required').label('Name'),
    kind: oneOf(channelKinds).required('Kind is required').label('Kind'),
    recipients: array(text(EMAIL_MAX).matches(MAILBOX, '“${value}” is not an email address').required().label('Recipient'))
      .max(20, 'A channel can have at most 20 recipients')
      .required()
      .label('Recipients')
      .meta({ entries: 'addresses' }),
    url: text(500)
      .matches(
        /^https?:\/\/[^\s/?#@\\"<>]+(?:[/?#][^\s\\"<>]*)?$/,
        '${label} must begin with https:// or http:// and have no spaces',
      )
      .test(isUrl)
      .nullable()
      .label('Address')
      .meta({ format: 'uri', secret: true, description: 'Often a credential: the activity shows only its host.' }),
    preset: oneOf(webhookPresets).required('Format is required').label('Format'),
    quietFrom: timeOfDay().nullable().label('Quiet from'),
    quietTo: timeOfDay().nullable().label('Quiet to'),
    zone: timeZone().nullable().label('Time zone').meta({ description: 'IANA time zone of the quiet hours. Null: UTC.' }),
    tellsResolved: boolean().required().label('Also send resolved alerts'),
    active: boolean().required().label('Active'),
  })
    .test('target', targetFits)
    .test(hoursBetween('quietFrom', 'quietTo'))
    .noUnknown(),
)

function targetFits({ kind, url, recipients }: AnyObject, context: TestContext) {
  if (kind === 'mail' && Array.isArray(recipients) && recipients.length === 0)
    return context.createError({ path: 'recipients', message: 'Enter at least one recipient' })
  if (kind === 'webhook' && (url ?? null) === null) return context.createError({ path: 'url', message: 'Address is required' })
  return true
}

/** The statuses of a message. failed: Frond gave up after its retries. */
export const deliveryStatuses = ['waiting', 'sent', 'failed'] as const

const row = lazy(() =>
  draft().shape({
    ...identity(),
    secretCreatedAt: instant().nullable().label('Signing secret').meta({
      format: 'date-time',
      description: 'When the secret that signs webhook messages was created. Null: messages are not signed.',
    }),
    rulesCount: anyCount().label('Rules'),
    lastDeliveryAt: instant().nullable().label('Last message'),
    lastDeliveryStatus: oneOf(deliveryStatuses).nullable().label('Last message'),
  }),
)

/** Notification channels: the recipients of alerts, and the way to reach them. */
export const notificationChannels = resource({
  name: 'NotificationChannel',
  nouns: { one: 'notification channel', many: 'notification channels' },
  path: '/api/v1/notification_channels',
  draft,
  row,
  title: 'name',
  unique: ['name'],
  usedBy: [{ field: 'rulesCount', nouns: { one: 'alert rule', many: 'alert rules' } }],
  list: {
    sort: ['name', 'kind', 'lastDeliveryAt', 'createdAt'],
    defaultSort: 'name',
    filter: () => ({ kind: oneOf(channelKinds).required(), active: flag().required() }),
    search: ['name'],
  },
})
export type NotificationChannel = RowOf<typeof notificationChannels>
export type NotificationChannelDraft = DraftOf<typeof notificationChannels>
