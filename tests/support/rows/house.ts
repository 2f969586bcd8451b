import { gatewayKeyPath } from '../../../src/contract/gatewayTraffic'
import { create, type Call } from '../server/calls'
import { gatewayDraft, hardwareDraft, sensorDraft } from './rows'

/** Keys of gateways, and the sensors they receive. */
export interface House {
  readonly keys: readonly string[]
  readonly sensors: readonly { readonly id: string; readonly eui: string }[]
}

/** Creates gateways with keys, and sensors. */
export async function furnish(call: Call, { gateways, sensors }: { gateways: number; sensors: number }): Promise<House> {
  const { id: hardwareId } = await create(call, '/api/v1/gateway_hardwares', hardwareDraft())
  const keys = []
  for (let at = 0; at < gateways; at += 1) {
    const { id } = await create(call, '/api/v1/gateways', gatewayDraft(hardwareId))
    keys.push((await call<{ result: { key: string } }>('POST', gatewayKeyPath(id))).body.result.key)
  }
  const made = []
  for (let at = 0; at < sensors; at += 1)
    made.push(await create<{ id: string; eui: string }>(call, '/api/v1/sensors', sensorDraft()))
  return { keys, sensors: made }
}

/** Makes a reading of each sensor at a time, in milliseconds since 1970. */
export function readingsOf({ sensors }: House, at: number) {
  const value = Math.abs(Math.round(at / 1000)) % 100
  const measuredAt = new Date(at).toISOString()
  return sensors.map(({ eui }) => ({ sensorEui: eui, metric: 'soil_moisture', value, measuredAt }))
}
