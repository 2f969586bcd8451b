import { boolean, object } from 'yup'
import { channels } from './gatewayFirmwares'
import { eui64 } from './eui'
import { anyCount, count, flag, identity, instant, oneOf, quantity, reference, tags, text } from './fields'
import { lazy, resource, type DraftOf, type RowOf } from './resource'
import './gatewayHardwares'

/** online: seen within two reporting intervals. Derived on read, never stored. */
export const gatewayStates = ['online', 'offline', 'never_seen'] as const
/** unknown: no firmware reported. error: the reported one is revoked, or the update failed. pending: an update is pending. */
export const gatewayFirmwareStatuses = ['unknown', 'in_sync', 'update_available', 'pending', 'error'] as const
/** assigned: the gateway's own sensors, and sensors without a gateway. */
export const readingsFrom = ['assigned', 'all'] as const
/**
 * pending: a firmware other than the reported one is assigned. failed: since the assignment the gateway has sent reports for more than a
 * day without the firmware, or it reported a failure.
 */
const firmwareUpdates = ['none', 'pending', 'failed'] as const
/** The steps of an update that a gateway reports, in order. After `installed`, its next batch reports the new version. */
export const updateSteps = ['downloading', 'verifying', 'installing', 'installed', 'failed'] as const

const draft = lazy(() =>
  object({
    name: text(50, 2).required('Name is required').label('Name'),
    eui: eui64()
      .required('EUI is required')
      .label('EUI')
      .meta({ description: 'EUI-64, 16 hexadecimal digits. Cannot be changed.' }),
    serialNumber: text(60, 1).required('Serial number is required').label('Serial number'),
    description: text(2000).nullable().label('Description'),
    hardwareId: reference('GatewayHardware').required('Hardware is required').label('Hardware'),
    targetFirmwareId: reference('GatewayFirmware').nullable().label('Assigned firmware'),
    updateChannel: oneOf(channels).required('Update channel is required').label('Update channel'),
    reportingIntervalS: count(10, 86_400, 's').required('Reporting interval is required').label('Reporting interval'),
    readingsFrom: oneOf(readingsFrom).label('Accepts readings of').meta({
      description:
        'Sensors whose readings are stored. `assigned`: sensors of this gateway, and sensors without a gateway. `all`: every sensor. Omitted: `assigned`.',
    }),
    latitude: quantity(-90, 90, '°').nullable().label('Latitude'),
    longitude: quantity(-180, 180, '°').nullable().label('Longitude'),
    altitudeM: quantity(-500, 9000, 'm').nullable().label('Altitude'),
    tags: tags('A gateway').required(),
  })
    .test('position', (value, context) => {
      const { latitude = null, longitude = null } = value
      if ((latitude === null) !== (longitude === null)) {
        const path = latitude === null ? 'latitude' : 'longitude'
        return context.createError({ path, message: 'Enter both latitude and longitude, or neither' })
      }
      if (latitude === 0 && longitude === 0)
        return context.createError({
          path: 'latitude',
          message: 'Latitude and longitude are both 0: leave them empty if the position is unknown',
        })
      return true
    })
    .noUnknown(),
)

const row = lazy(() =>
  draft().shape({
    ...identity(),
    state: oneOf(gatewayStates).required().label('State'),
    lastSeenAt: instant().nullable().label('Last seen'),
    hardwareName: text(150).required().label('Hardware'),
    /** Firmware the gateway reported. */
    firmwareId: reference('GatewayFirmware').nullable().label('Firmware'),
    firmwareName: text(130).nullable().label('Firmware'),
    reportedVersion: text(60).nullable().label('Reported version').meta({
      description:
        'Version that the gateway reports, when no firmware of that version is released for its hardware. Null otherwise.',
    }),
    targetFirmwareName: text(130).nullable().label('Assigned firmware'),
    /** When the target firmware was assigned, or cleared by hand. */
    targetFirmwareAt: instant().nullable().label('Assigned'),
    firmwareStatus: oneOf(gatewayFirmwareStatuses).required().label('Firmware status'),
    firmwareUpdate: oneOf(firmwareUpdates).required().label('Update'),
    updateStep: oneOf(updateSteps)
      .nullable()
      .label('Progress')
      .meta({ description: 'Last step that the gateway reported of the update to the assigned firmware. Null: none.' }),
    updateStepAt: instant().nullable().label('Reported'),
    updateNote: text(500).nullable().label('Reason').meta({ description: 'Why the update failed, as the gateway reported it.' }),
    sensorsCount: anyCount().label('Sensors'),
    hearsUnknown: boolean()
      .label('Has unregistered sensors')
      .meta({ description: 'Whether the gateway receives readings of unregistered sensors. Absent: unknown.' }),
  }),
)

/** Gateways: they receive sensors' readings and forward them. */
export const gateways = resource({
  name: 'Gateway',
  nouns: { one: 'gateway', many: 'gateways' },
  path: '/api/v1/gateways',
  draft,
  row,
  title: 'name',
  unique: ['eui', 'serialNumber', 'name'],
  immutable: ['eui'],
  // An earlier version's firmware may be older than what the gateway runs now; restoring it would also withdraw a pending update.
  keptOnRestore: ['targetFirmwareId'],
  list: {
    sort: ['name', 'eui', 'serialNumber', 'state', 'lastSeenAt', 'sensorsCount', 'hardwareName', 'createdAt'],
    defaultSort: 'name',
    filter: () => ({
      state: oneOf(gatewayStates).required(),
      firmwareStatus: oneOf(gatewayFirmwareStatuses).required(),
      updateChannel: oneOf(channels).required(),
      hardwareId: reference('GatewayHardware').required(),
      firmwareId: reference('GatewayFirmware').required(),
      targetFirmwareId: reference('GatewayFirmware').required(),
      firmwareUpdate: oneOf(firmwareUpdates).required(),
      hearsUnknown: flag().required(),
      tags: text(30, 1).required(),
    }),
    search: ['name', 'eui', 'serialNumber', 'description'],
  },
})
export type Gateway = RowOf<typeof gateways>
export type GatewayDraft = DraftOf<typeof gateways>
