import { randomBytes } from 'node:crypto'
import { FIRMWARE_TYPE, firmwarePaths } from '../../contract/firmwareCalls'
import { gatewayFirmwares } from '../../contract/gatewayFirmwares'
import { createPath } from '../../contract/resource'
import { rolloutPaths } from '../../contract/rolloutCalls'
import { rollouts, type Rollout } from '../../contract/rollouts'
import type { Call } from './administrator'
import type { Row } from './fleet'
import { BAD_IMAGE } from './update'

/** Whether gateways can boot the firmware. */
export type Quality = 'good' | 'bad'

/** Bytes of an image. */
const BYTES = 65_536
const NAME = 'simulator-os'

/** The gateways of a rollout: those of these hardwares, with one of these tags where there are any. */
interface Scope {
  readonly hardwareIds: readonly string[]
  readonly tags: readonly string[]
}

/** Creates the next firmware for these hardwares, and starts a rollout of it; returns the rollout's id. */
export async function beginRollout(call: Call, quality: Quality, { hardwareIds, tags }: Scope): Promise<string> {
  const before = await call<Row[]>('GET', `${gatewayFirmwares.path}?q=${NAME}&pageSize=200`)
  const semver = `1.${before.length + 1}.0`
  const { id: firmwareId } = await call<Row>('POST', createPath(gatewayFirmwares), {
    name: NAME,
    semver,
    channel: 'stable',
    releaseNotes: quality === 'good' ? 'Simulated.' : 'Simulated, and no gateway starts with it.',
    hardwareIds,
  })
  await call('POST', firmwarePaths.file(firmwareId), imageOf(semver, quality))
  await call('POST', firmwarePaths.status(firmwareId), { status: 'released' })
  const { id } = await call<Row>('POST', createPath(rollouts), {
    name: `Simulated ${semver}`,
    firmwareId,
    tags,
    canaryCount: 5,
    waves: [{ percent: 25 }, { percent: 100 }],
    goOnPct: 80,
    withinH: 24,
    stopPct: 50,
  })
  await call('POST', rolloutPaths.move(id, 'start'), {})
  return id
}

function imageOf(semver: string, quality: Quality): FormData {
  const words = Buffer.from(`${NAME} ${semver} ${quality === 'good' ? 'boots' : BAD_IMAGE}\n`)
  const bytes = Buffer.concat([words, randomBytes(BYTES)]).subarray(0, BYTES)
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type: FIRMWARE_TYPE }), `${NAME}-${semver}.img`)
  return form
}

/** Describes a rollout's state in a line. */
export async function rolloutSentence(call: Call, id: string): Promise<string> {
  const row = await call<Rollout>('GET', `${rollouts.path}/${id}`)
  const { name, status, statusReason, gatewaysCount, succeededCount, failedCount, assignedCount } = row
  const why = statusReason == null ? '' : ` (${statusReason})`
  return `${name} is ${status}${why}: of ${gatewaysCount} gateways ${succeededCount} run it, ${assignedCount} are under way, ${failedCount} failed`
}
