import type { ResourceName } from '../../contract/index'
import { alertHooks } from '../alerts/alertHooks'
import { channelHooks } from '../alerts/channelHooks'
import { alertRuleHooks } from '../alerts/ruleHooks'
import type { AreaHooks } from '../crud/hooks'
import { rolloutHooks } from '../rollouts/rolloutHooks'
import { gatewayFirmwareHooks } from './gatewayFirmwares'
import { gatewayHardwareHooks } from './gatewayHardwares'
import { gatewayHooks } from './gateways'
import { humidityGroupHooks, lightGroupHooks, temperatureGroupHooks } from './groups'
import { plantHooks } from './plants'
import { plantRequestHooks } from './plantRequests'
import { sensorHooks } from './sensors'
import { troubleshootHooks } from './troubleshoots'
import { userHooks } from './users'

/** The hooks of areas, by the resource's name. */
export const areaHooks: Readonly<Partial<Record<ResourceName, AreaHooks>>> = {
  Gateway: gatewayHooks,
  Sensor: sensorHooks,
  PlantRequest: plantRequestHooks,
  Plant: plantHooks,
  Troubleshoot: troubleshootHooks,
  HumidityGroup: humidityGroupHooks,
  TemperatureGroup: temperatureGroupHooks,
  LightGroup: lightGroupHooks,
  GatewayHardware: gatewayHardwareHooks,
  GatewayFirmware: gatewayFirmwareHooks,
  User: userHooks,
  NotificationChannel: channelHooks,
  AlertRule: alertRuleHooks,
  Alert: alertHooks,
  Rollout: rolloutHooks,
}
