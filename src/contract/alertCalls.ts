import { array, object, type AnyObject, type InferType, type ObjectSchema } from 'yup'
import { alertRules } from './alertRules'
import { ALERT_NOTE_MAX, alerts } from './alerts'
import { bulkBody } from './bulk'
import { instant, text, total } from './fields'
import { namedRow } from './problem'
import { itemPath } from './resource'

/** The moves (changes of status) that an administrator can make. */
export const alertMoves = ['acknowledge', 'resolve', 'snooze'] as const
export type AlertMove = (typeof alertMoves)[number]

const note = text(ALERT_NOTE_MAX)
  .nullable()
  .label('Note')
  .meta({ description: 'Replaces the note of the alert. Null: clears it. Omitted: the alert keeps its note.' })
const until = instant()
  .defined('Until is required')
  .nullable()
  .label('Until')
  .meta({ format: 'date-time', description: 'End of the snooze, in the future. Null: ends the snooze now.' })

/** The payload of each move. Bodies of POST `alertPaths.one`; those of POST `alertPaths.many` also name the rows. */
export const moveBodies: Readonly<Record<AlertMove, ObjectSchema<AnyObject>>> = {
  acknowledge: object({ note }).noUnknown(),
  resolve: object({ note }).noUnknown(),
  snooze: object({ until }).noUnknown(),
}
/** The bodies of the moves for many alerts. */
export const bulkMoveBodies: Readonly<Record<AlertMove, ObjectSchema<AnyObject>>> = {
  acknowledge: bulkBody({ note }),
  resolve: bulkBody({ note }),
  snooze: bulkBody({ until }),
}

/**
 * Paths of the moves: for one alert, and for many. A move that the alert's status does not allow is a 409 `illegal_move`. A call for many that
 * repeats its Idempotency-Key moves those that are left, and gets the answer for all.
 */
export const alertPaths = {
  one: (alertId: string, move: AlertMove) => `${itemPath(alerts, alertId)}/${move}`,
  many: (move: AlertMove) => `${alerts.path}/bulk_${move}`,
} as const

/** POST, with a rule's body: the alerts that the rule would raise now. */
export const RULE_PREVIEW_PATH = `${alertRules.path}/preview`
/** Maximum of rows named in a preview. */
export const RULE_PREVIEW_NAMED = 10

/** Answer of a preview. Where the start of a condition is not stored, the preview assumes that it has lasted long enough. */
export const rulePreview = object({
  total: total().meta({ description: 'Number of alerts that the rule would raise now.' }),
  inhibited: total().meta({ description: 'Number of sensors skipped because their gateway is offline.' }),
  subjects: array(namedRow)
    .required()
    .meta({ description: `Rows that would have these alerts: the first ${RULE_PREVIEW_NAMED} by name.` }),
})
export type RulePreview = InferType<typeof rulePreview>
