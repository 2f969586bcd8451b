import { array, boolean, object } from 'yup'
import { anyCount, count, flag, identity, instant, oneOf, reference, text } from './fields'
import { lazy, resource, type DraftOf, type RowOf } from './resource'
import './gatewayHardwares'

/** Release channels, the best tested first. */
export const channels = ['stable', 'beta', 'alpha'] as const
/** Only a released firmware can be assigned. deprecated: stays installed. revoked: withdrawn; a gateway that reports it is in error. */
export const firmwareStatuses = ['draft', 'released', 'deprecated', 'revoked'] as const
export type FirmwareStatus = (typeof firmwareStatuses)[number]
/** The statuses that a firmware may move to from each status; every other move is a 409 `conflict`. */
export const firmwareMoves: Readonly<Record<FirmwareStatus, readonly FirmwareStatus[]>> = {
  draft: ['released'],
  released: ['deprecated', 'revoked'],
  deprecated: ['revoked'],
  revoked: [],
}

/** Strict semantic version: three numbers without leading zeros, an optional pre-release and build. */
export const SEMVER_PATTERN =
  /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/
const semver = () => text(60).matches(SEMVER_PATTERN, '${label} must be a semantic version, such as 3.11.0')

/** A firmware image; name and `semver` together identify it. (`version` is the row's version, as everywhere.) */
const draft = lazy(() =>
  object({
    name: text(60, 1).required('Name is required').label('Name'),
    semver: semver().required('Version is required').label('Version').meta({ order: 'semver' }),
    channel: oneOf(channels).required('Channel is required').label('Channel'),
    releaseNotes: text(20_000).nullable().label('Release notes'),
    minFromVersion: semver()
      .nullable()
      .label('Updates from')
      .meta({ description: 'Oldest version that can be updated to this one; not later than this one.' }),
    hardwareIds: array(reference('GatewayHardware').required().label('Hardware'))
      .min(1, 'Choose at least one hardware')
      .max(50)
      .required('Hardwares are required')
      .label('Hardwares'),
  }).noUnknown(),
)

const row = lazy(() =>
  draft().shape({
    ...identity(),
    /** "Name 3.11.0". */
    title: text(130).required().label('Firmware').meta({ order: 'semver' }),
    status: oneOf(firmwareStatuses).required().label('Status'),
    /** Why it was deprecated or revoked. */
    statusReason: text(500).nullable().label('Reason'),
    /** Titles of `hardwareIds`, in the same order. */
    hardwareNames: array(text(150).required()).required().label('Hardwares'),
    /** Original name of the uploaded file; for display only. */
    fileName: text(200).nullable().label('File'),
    sizeBytes: count(0, 2 ** 31 - 1, 'B')
      .nullable()
      .label('Size'),
    /** 64 hexadecimal digits, lower case. */
    sha256: text(64).nullable().label('SHA-256'),
    releasedAt: instant().nullable().label('Released'),
    /** No later release exists for at least one of its hardwares on its channel. */
    latest: boolean().required().label('Latest'),
    /** A gateway has reported it at least once; such a firmware cannot be deleted. */
    everInstalled: boolean().required().label('Ever installed'),
    installedCount: anyCount().label('Installed'),
    /** Gateways that it is assigned to and that do not report it yet. */
    pendingCount: anyCount().label('Pending'),
    /** Gateways that reported the failure, or that have sent reports for more than a day since the assignment without the firmware. */
    failedCount: anyCount().label('Failed'),
    rolloutsCount: count(0, 2 ** 31 - 1)
      .label('Rollouts')
      .meta({ description: 'Number of rollouts of the firmware. Absent: unknown.' }),
  }),
)

/**
 * Gateway firmwares. On deletion, gateways that wait for one can be assigned another, by the rules of an assignment; the history of
 * installed firmwares is kept. Lists sorted by `title` or `semver` follow semantic versioning: 3.9.0, 3.11.0-rc.1, 3.11.0.
 */
export const gatewayFirmwares = resource({
  name: 'GatewayFirmware',
  nouns: { one: 'gateway firmware', many: 'gateway firmwares' },
  path: '/api/v1/gateway_firmwares',
  draft,
  row,
  title: 'title',
  uniqueTogether: ['name', 'semver'],
  reassigns: true,
  usedBy: [
    { field: 'installedCount', nouns: { one: 'gateway that runs them', many: 'gateways that run them' }, lasting: true },
    { field: 'pendingCount', nouns: { one: 'gateway that waits for them', many: 'gateways that wait for them' } },
    { field: 'failedCount', nouns: { one: 'gateway that failed to install them', many: 'gateways that failed to install them' } },
    { field: 'rolloutsCount', nouns: { one: 'rollout of them', many: 'rollouts of them' } },
    { field: 'everInstalled', lasting: true },
  ],
  finalWith: 'sha256',
  list: {
    sort: ['title', 'semver', 'channel', 'status', 'sizeBytes', 'releasedAt', 'installedCount', 'createdAt'],
    defaultSort: 'title',
    filter: () => ({
      status: oneOf(firmwareStatuses).required(),
      channel: oneOf(channels).required(),
      latest: flag().required(),
      hardwareIds: reference('GatewayHardware').required(),
    }),
    search: ['title'],
  },
})
export type GatewayFirmware = RowOf<typeof gatewayFirmwares>
export type GatewayFirmwareDraft = DraftOf<typeof gatewayFirmwares>
