import { array, object, type InferType } from 'yup'
import { count, id, oneOf, text } from './fields'

/** Kinds of change to a row. */
const changeKinds = ['created', 'updated', 'deleted'] as const

/** `data` of an unnamed event: one or many rows of an area changed. Carries none of the rows' values. */
export const changeEvent = object({
  area: text(60).required().meta({ description: 'A resource’s name, such as `Gateway`.' }),
  id: id().required().nullable().meta({
    description:
      'Id of the changed row. Null: many rows changed, or something of the area that is not one of its rows, such as an invitation.',
  }),
  version: count(1, Number.MAX_SAFE_INTEGER)
    .required()
    .nullable()
    .meta({ description: 'Version of the row after the change. Null: unknown.' }),
  change: oneOf(changeKinds).required(),
  requestId: text(100).meta({ description: 'X-Request-Id of the call that made the change. Sent only to the user who called.' }),
})
export type ChangeEvent = InferType<typeof changeEvent>

/**
 * `data` of a `readings` event: readings or derived states of devices changed (for all batches together at most one event per area in two
 * seconds), gateways of a rollout changed state, or a silence or snooze of alerts is over.
 */
export const readingsEvent = object({
  area: text(60).required().meta({ description: 'A resource’s name: `Sensor`, `Gateway`, `Rollout`, `AlertRule` or `Alert`.' }),
  ids: array(id().required())
    .required()
    .nullable()
    .meta({ description: 'Ids of the changed rows. Null: too many to list, or unknown.' }),
})
export type ReadingsEvent = InferType<typeof readingsEvent>

/**
 * Names of the named events. `ready`: the stream is complete from here on. `cursor`: nothing changed; its id is the position to resume from.
 * `reset`: too many events were missed to resend; refetch everything.
 */
export const eventNames = { ready: 'ready', readings: 'readings', cursor: 'cursor', reset: 'reset' } as const

/** Query parameter of the call: seconds since the caller read its data, for a first connection without a Last-Event-ID. */
export const SINCE_PARAM = 'since'

/** Milliseconds between two heartbeats of an idle stream. */
export const HEARTBEAT_MS = 20_000

export { EVENTS_PATH } from './constants'
