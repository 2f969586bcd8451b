import { gatewayKeyPath } from '../../../src/contract/gatewayTraffic'
import type { Ask } from '../database/serverProcess'
import { gatewayDraft, hardwareDraft, sensorDraft } from './rows'

/** Keys of gateways, and the sensors they receive. */
export interface House {
  readonly keys: readonly string[]
  readonly sensors: readonly { readonly id: string; readonly eui: string }[]
}

/** Creates gateways with keys, and sensors. */
export async function furnish(ask: Ask, { gateways, sensors }: { gateways: number; sensors: number }): Promise<House> {
  const { id: hardwareId } = await ask<{ id: string }>('POST', '/api/v1/gateway_hardwares/register', hardwareDraft())
  const keys = []
  for (let at = 0; at < gateways; at += 1) {
    const { id } = await ask<{ id: string }>('POST', '/api/v1/gateways/register', gatewayDraft(hardwareId))
    keys.push((await ask<{ key: string }>('POST', gatewayKeyPath(id))).key)
  }
  const made = []
  for (let at = 0; at < sensors; at += 1)
    made.push(await ask<{ id: string; eui: string }>('POST', '/api/v1/sensors/register', sensorDraft()))
  return { keys, sensors: made }
}

/** Makes a reading of each sensor at a time, in milliseconds since 1970. */
export function readingsOf({ sensors }: House, at: number) {
  const value = Math.abs(Math.round(at / 1000)) % 100
  const measuredAt = new Date(at).toISOString()
  return sensors.map(({ eui }) => ({ sensorEui: eui, metric: 'soil_moisture', value, measuredAt }))
}
