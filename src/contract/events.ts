import { array, object, type InferType } from 'yup'
import { count, id, oneOf, text } from './fields'

/** What became of a row. */
const changeKinds = ['created', 'updated', 'deleted'] as const

/** `data` of an event without a name: a row of an area changed, or many did. Nothing of what is in the row. */
export const changeEvent = object({
  area: text(60).required().meta({ description: 'A resource’s name, such as `Gateway`.' }),
  id: id().required().nullable().meta({ description: 'Null: many rows changed.' }),
  version: count(1, Number.MAX_SAFE_INTEGER).required().nullable().meta({ description: 'As of this change, where it is known.' }),
  change: oneOf(changeKinds).required(),
  requestId: text(100).meta({ description: 'X-Request-Id of the call that changed it, told to the one who called.' }),
})
export type ChangeEvent = InferType<typeof changeEvent>

/** `data` of an event named `readings`: devices have reported, at most one an area in two seconds; or gateways of a rollout have moved on. */
export const readingsEvent = object({
  area: text(60).required().meta({ description: 'A resource’s name: `Sensor`, `Gateway` or `Rollout`.' }),
  ids: array(id().required()).required().nullable().meta({ description: 'Null: more than are named, or it is not known which.' }),
})
export type ReadingsEvent = InferType<typeof readingsEvent>

/** Names of the events that have one. `ready`: from here on nothing is missed. `reset`: too much was missed to send; all may be new. */
export const eventNames = { ready: 'ready', readings: 'readings', reset: 'reset' } as const

/** Query parameter of the call: seconds since the caller read what it shows, for a first connection that carries no Last-Event-ID. */
export const SINCE_PARAM = 'since'

/** Between two signs of life of a quiet stream, milliseconds. */
export const HEARTBEAT_MS = 20_000

export { EVENTS_PATH } from './constants'
