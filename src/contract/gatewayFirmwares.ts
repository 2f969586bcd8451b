import { array, object } from 'yup'
import { count, identity, instant, oneOf, reference, text } from './fields'
import { resource, type RowOf } from './resource'

export const channels = ['stable', 'beta', 'alpha'] as const
export const firmwareStatuses = ['draft', 'released', 'deprecated', 'revoked'] as const

/** Strict semantic version: three numbers without leading zeros, an optional pre-release and build. */
export const SEMVER_PATTERN =
  /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/
const semver = () => text(60).matches(SEMVER_PATTERN, '${label} is a semantic version, such as 3.11.0')

/** A firmware image; name and `semver` together are its name. (`version` is the row's, as everywhere.) */
const draft = object({
  name: text(60, 1).required().label('Name'),
  semver: semver().required().label('Version'),
  channel: oneOf(channels).required().label('Channel'),
  releaseNotes: text(20_000).nullable().label('Release notes'),
  minFromVersion: semver().nullable().label('Updates from'),
  hardwareIds: array(reference('GatewayHardware').required()).min(1).max(50).required().label('Hardwares'),
}).noUnknown()

const row = draft.shape({
  ...identity(),
  /** "Name 3.11.0". */
  title: text(130).required().label('Firmware'),
  status: oneOf(firmwareStatuses).required().label('Status'),
  fileName: text(200).nullable().label('File'),
  sizeBytes: count(0, 2 ** 31 - 1, 'B')
    .nullable()
    .label('Size'),
  /** 64 hexadecimal digits, lower case. */
  sha256: text(64).nullable().label('SHA-256'),
  releasedAt: instant().nullable().label('Released'),
})

/** Gateway firmwares. Read only until their own screens come: gateways refer to them. */
export const gatewayFirmwares = resource({
  name: 'GatewayFirmware',
  nouns: { one: 'gateway firmware', many: 'gateway firmwares' },
  path: '/api/v1/gateway_firmwares',
  ops: ['list', 'get'],
  draft,
  row,
  title: 'title',
  list: {
    sort: ['title', 'releasedAt', 'createdAt'],
    defaultSort: 'title',
    filter: {
      status: oneOf(firmwareStatuses).required(),
      channel: oneOf(channels).required(),
    },
    search: ['title'],
  },
})
export type GatewayFirmware = RowOf<typeof gatewayFirmwares>
