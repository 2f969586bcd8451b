import { object, type InferType } from 'yup'
import { anyCount, count, id, instant, oneOf, text, total } from './fields'
import { deliveryStatuses, notificationChannels } from './notificationChannels'
import { itemPath } from './resource'

/** A message and its outcome. */
export const delivery = object({
  id: id().required(),
  kind: oneOf(['alerts', 'test']).required(),
  status: oneOf(deliveryStatuses).required(),
  createdAt: instant().required(),
  alertsCount: total(),
  attempts: count(0, 100).required(),
  nextAt: instant()
    .required()
    .nullable()
    .meta({ description: 'Time of the next attempt of a webhook. Null: sent or given up, or a mail, which the outbox repeats.' }),
  endedAt: instant().required().nullable().meta({ description: 'When the message was sent or given up. Null: waiting.' }),
  answerStatus: count(100, 599).required().nullable().meta({ description: 'HTTP status of the last answer. Null: none.' }),
  answer: text(600).required().nullable().meta({ description: 'Beginning of the last answer, or why there is none.' }),
  tookMs: anyCount().nullable(),
})
export type Delivery = InferType<typeof delivery>

/** Answer of POST `channelPaths.secret`. The secret is returned only once, and replaces the earlier one. */
export const signingSecret = object({ secret: text(80).required() })

/** The calls of a channel beyond the standard ones. */
export const channelPaths = {
  /** POST: sends a test message at once, and returns its delivery. */
  test: (channelId: string) => `${itemPath(notificationChannels, channelId)}/test`,
  /** GET: the last messages, newest first. */
  deliveries: (channelId: string) => `${itemPath(notificationChannels, channelId)}/deliveries`,
  /** POST: creates the secret that signs a webhook's messages. */
  secret: (channelId: string) => `${itemPath(notificationChannels, channelId)}/secret`,
} as const
/** Maximum of deliveries listed. */
export const DELIVERIES_MAX = 50
