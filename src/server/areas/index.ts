import type { ResourceName } from '../../contract/index'
import type { AreaHooks } from '../crud/hooks'
import { gatewayHooks } from './gateways'
import { groupHooks } from './groups'
import { plantHooks } from './plants'
import { sensorHooks } from './sensors'

/** The rules that areas have beyond their declaration, by the resource's name. */
export const areaHooks: Readonly<Partial<Record<ResourceName, AreaHooks>>> = {
  Gateway: gatewayHooks,
  Sensor: sensorHooks,
  Plant: plantHooks,
  HumidityGroup: groupHooks,
  TemperatureGroup: groupHooks,
  LightGroup: groupHooks,
}
