import { array, boolean, object, type InferType } from 'yup'
import { matching, oneTarget } from './bulk'
import { count, id, oneOf, text } from './fields'
import { updateSteps } from './gateways'
import { gatewayFirmwares } from './gatewayFirmwares'
import { grouped } from './grouped'
import { itemPath } from './resource'

/** Body of POST `/gateway_firmwares/{id}/status`. Releasing needs an uploaded file, revoking needs a reason. */
export const statusBody = object({
  status: oneOf(['released', 'deprecated', 'revoked'] as const)
    .required()
    .label('Status'),
  reason: text(500).nullable().label('Reason'),
})
  .test('reason', (value, context) =>
    value.status === 'revoked' && (value.reason ?? '') === ''
      ? context.createError({ path: 'reason', message: 'Say why it is revoked' })
      : true,
  )
  .noUnknown()
export type StatusBody = InferType<typeof statusBody>

/** Maximum of gateways in one assignment. */
export const ASSIGN_MAX = 10_000

/**
 * Body of POST `/gateway_firmwares/{id}/assign`: gateways by id, or by the exact filter of their list with the count that the user saw (409
 * `count_changed` when it differs). `reason` permits a downgrade and hardware at its end of life. `dryRun` reports the outcome and assigns
 * nothing. The answer of an assignment is stored with its Idempotency-Key: a repeated call gets it, and assigns nothing. A dry run ignores the
 * key.
 */
export const assignBody = object({
  gatewayIds: array(id().required().label('Gateway'))
    .min(1, 'Send at least one gateway id')
    .max(ASSIGN_MAX, `A call can have at most ${grouped(ASSIGN_MAX)} gateways`)
    .label('Gateways'),
  filter: matching(),
  expectedCount: count(1, ASSIGN_MAX).label('Expected count'),
  reason: text(500).nullable().label('Reason'),
  dryRun: boolean().label('Dry run'),
})
  .test('one-of', oneTarget('gatewayIds'))
  .noUnknown()
export type AssignBody = Partial<InferType<typeof assignBody>>

/** Reasons why a gateway is skipped. */
const assignSkips = [
  'not_found',
  'not_compatible',
  'already_installed',
  'already_assigned',
  'too_old',
  'downgrade',
  'end_of_life',
] as const

/**
 * Answer of an assignment: every named gateway is in one of the first two lists. `changed` holds what a bulk update needs to undo it, and is
 * empty after a dry run.
 */
export const assignOutcome = object({
  assigned: array(object({ id: id().required(), name: text(50).required() })).required(),
  skipped: array(
    object({
      id: id().required(),
      name: text(50).nullable(),
      code: oneOf(assignSkips).required(),
      message: text(500).required(),
    }),
  ).required(),
  changed: array(
    object({
      id: id().required(),
      version: count(1, Number.MAX_SAFE_INTEGER).required(),
      before: object({ targetFirmwareId: id().nullable().defined() }).required(),
    }),
  ).required(),
})
export type AssignOutcome = InferType<typeof assignOutcome>

/** The calls of one firmware beyond the standard ones. */
export const firmwarePaths = {
  /** POST: a multipart body with one part `file`; `?sha256=` is compared. GET: the file. */
  file: (firmwareId: string) => `${itemPath(gatewayFirmwares, firmwareId)}/file`,
  status: (firmwareId: string) => `${itemPath(gatewayFirmwares, firmwareId)}/status`,
  assign: (firmwareId: string) => `${itemPath(gatewayFirmwares, firmwareId)}/assign`,
}

/** Media type of a firmware's file, in the upload's part and in the download. */
export const FIRMWARE_TYPE = 'application/octet-stream'

/**
 * The calls that a gateway sends, with its key as the bearer. GET `file`: the file of its assigned firmware, whole or by ranges; the ETag is
 * the SHA-256. 404 when no firmware is assigned, or the gateway runs it already. POST `status`: the progress of the update.
 */
export const assignedFirmwarePaths = {
  file: '/api/v1/gateways/me/firmware',
  status: '/api/v1/gateways/me/firmware/status',
} as const

/**
 * Body of POST `assignedFirmwarePaths.status`. A failed update includes the error. A report of another version than the assigned one is refused
 * with 409, so that a late one is not taken for the new assignment's; without `firmwareVersion` it is taken for the assigned one's.
 */
export const updateReport = object({
  status: oneOf(updateSteps).required().label('Status'),
  firmwareVersion: text(60).label('Firmware').meta({ description: 'Version of the firmware that the report is about.' }),
  reason: text(500).nullable().label('Reason'),
})
  .test('reason', ({ status, reason }, context) =>
    status === 'failed' && (reason ?? '') === '' ? context.createError({ path: 'reason', message: 'Say why it failed' }) : true,
  )
  .noUnknown()
