import { boolean, object, type InferType } from 'yup'
import { eui64OrMac48 } from './eui'
import { count, flag, identity, instant, oneOf, quantity, reference, text, total } from './fields'
import { itemPath, lazy, resource, type DraftOf, type RowOf } from './resource'
import './gateways'
import './humidityGroups'
import './lightGroups'
import './plants'
import './temperatureGroups'

/** As a gateway's, and unreachable: the sensor has been seen, and its gateway is not online. Derived on read, never stored. */
export const sensorStates = ['online', 'offline', 'unreachable', 'never_seen'] as const
/**
 * How a sensor compares with its plant's needs, by the worst of its latest readings. out_of_range: one is too low or too high; no_data: one
 * is stale or missing; ok: all compared ones are within their ranges; no_range: none is compared. Derived from `latestReading` of each
 * metric.
 */
export const sensorConditions = ['ok', 'out_of_range', 'no_data', 'no_range'] as const

const draft = lazy(() =>
  object({
    name: text(50, 2).required('Name is required').label('Name'),
    eui: eui64OrMac48()
      .required('EUI is required')
      .label('EUI')
      .meta({ description: 'EUI-64, or the MAC-48 of a Bluetooth sensor.' }),
    model: text(60).nullable().label('Model'),
    gatewayId: reference('Gateway').nullable().label('Gateway'),
    plantId: reference('Plant').nullable().label('Plant'),
    reportingIntervalS: count(10, 86_400, 's').required('Reporting interval is required').label('Reporting interval'),
    externalPower: boolean().required().label('External power'),
    moistureCalibrated: boolean().required().label('Soil moisture calibrated'),
  }).noUnknown(),
)

const row = lazy(() =>
  draft().shape({
    ...identity(),
    state: oneOf(sensorStates).required().label('State'),
    condition: oneOf(sensorConditions)
      .required()
      .label('Readings')
      .meta({ description: 'Worst of the latest readings, compared with the groups of the sensor’s plant.' }),
    lastSeenAt: instant().nullable().label('Last seen'),
    batteryPct: quantity(0, 100, '%').nullable().label('Battery'),
    batteryLow: boolean()
      .required()
      .label('Battery low')
      .meta({ description: 'Whether the battery is below 20 %, without external power.' }),
    rssiDbm: quantity(-150, 0, 'dBm').nullable().label('RSSI'),
    snrDb: quantity(-30, 30, 'dB').nullable().label('SNR'),
    firmwareVersion: text(60).nullable().label('Firmware'),
    gatewayName: text(50).nullable().label('Gateway'),
    plantName: text(210).nullable().label('Plant'),
    /** The groups of its plant. */
    humidityGroupId: reference('HumidityGroup').nullable().label('Humidity group'),
    temperatureGroupId: reference('TemperatureGroup').nullable().label('Temperature group'),
    lightGroupId: reference('LightGroup').nullable().label('Light group'),
    datapointsCount: total().label('Datapoints'),
  }),
)

/** Sensors: each measures at a plant, and a gateway receives its readings. */
export const sensors = resource({
  name: 'Sensor',
  nouns: { one: 'sensor', many: 'sensors' },
  path: '/api/v1/sensors',
  updateAt: 'collection',
  draft,
  row,
  title: 'name',
  unique: ['eui', 'name'],
  finalWith: 'datapointsCount',
  list: {
    sort: [
      'name',
      'eui',
      'state',
      'condition',
      'lastSeenAt',
      'batteryPct',
      'gatewayName',
      'plantName',
      'datapointsCount',
      'createdAt',
    ],
    defaultSort: 'name',
    filter: () => ({
      state: oneOf(sensorStates).required(),
      condition: oneOf(sensorConditions).required(),
      batteryLow: flag().required(),
      gatewayId: reference('Gateway').required(),
      plantId: reference('Plant').required(),
      humidityGroupId: reference('HumidityGroup').required(),
      temperatureGroupId: reference('TemperatureGroup').required(),
      lightGroupId: reference('LightGroup').required(),
    }),
    search: ['name', 'eui', 'model'],
  },
})
export type Sensor = RowOf<typeof sensors>
export type SensorDraft = DraftOf<typeof sensors>

/** A replacement device's fields; the record keeps all others. POST `/sensors/{id}/replace`. */
export const replacement = lazy(() => draft().pick(['eui', 'model']))
export type Replacement = InferType<ReturnType<typeof replacement>>

/** Path of the call that replaces a sensor's device. */
export function replacePath(sensorId: string): string {
  return `${itemPath(sensors, sensorId)}/replace`
}
