import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { FIRMWARE_TYPE, firmwarePaths } from '../../../contract/firmwareCalls'
import { gatewayFirmwares } from '../../../contract/gatewayFirmwares'
import { gatewayHardwares } from '../../../contract/gatewayHardwares'
import { gatewayKeyPath } from '../../../contract/gatewayTraffic'
import { gateways, type Gateway } from '../../../contract/gateways'
import { createPath, itemPath, type Resource } from '../../../contract/resource'
import { rolloutPaths, type RolloutGateway } from '../../../contract/rolloutCalls'
import { rollouts, type Rollout } from '../../../contract/rollouts'
import { createNamer, sampleDraft } from '../../conformance/samples'
import type { Run } from '../campaign'
import { jsonRequest, type Client, type ProbeRequest } from '../http'
import type { KnownRow } from '../known'
import { live, type Device } from './devices'
import { insisting, resultIn } from './insist'
import { updateFaults } from './updates'

/** Tags of gateways that a rollout reaches, and all tags. */
const REACHED = ['left', 'right'] as const
const TAGS = [...REACHED, 'neither'] as const
/** Gateways with each tag. */
const EACH = 4
/** Milliseconds between two looks at rollouts, and within which they must end once nothing is killed any more. */
const LOOK_MS = 300
const END_MS = 120_000
/** Bytes of a firmware's file. */
const BYTES = 4096

/** Gateways that update while the server is killed: two rollouts of different firmwares to the same hardware, again and again. */
export interface Fleet {
  /** Number of rollouts judged so far. */
  rollouts(): number
  /** Starts no more rollouts; resolves when those under way have ended and are judged. */
  stop(): Promise<void>
}

/** A rollout to one gateway and then to all others, now. */
const atOnce = {
  hardwareIds: [],
  fromFirmwareIds: [],
  updateChannel: null,
  canaryTag: null,
  canaryCount: 1,
  waves: [],
  goOnPct: 100,
  stopPct: 100,
  stopCount: null,
  withinH: 24,
  startAt: null,
  windowFrom: null,
  windowTo: null,
  zone: null,
}

/** A firmware and its rollout. */
interface Release {
  readonly tag: string
  readonly firmwareId: string
  readonly rolloutId: string
  readonly sha256: string
}

/** Starts the fleet on an empty database. Reports to `findings` each gateway that has not ended with the firmware meant for it. */
export async function startFleet(run: Pick<Run, 'findings' | 'seed'>, client: Client, token: string): Promise<Fleet> {
  const insist = insisting(run, client)
  const namer = createNamer('fleet')
  const [stopping, over] = [new AbortController(), new AbortController()]
  let judged = 0
  let end = Number.POSITIVE_INFINITY

  /** Sends an administrator's call. A 409 means that an earlier try was carried out, though its answer was lost. */
  async function ask<Result>(request: ProbeRequest): Promise<Result> {
    const answer = await insist(request)
    if (answer === null || (answer.status >= 400 && answer.status !== 409))
      throw new Error(`${request.method} ${request.path} was answered with ${answer?.status}: ${answer?.body.toString()}`)
    return resultIn(answer)
  }
  const post = <Result>(path: string, body: object) => ask<Result>(jsonRequest('POST', path, { token, body }))
  const get = <Result>(path: string) => ask<Result>(jsonRequest('GET', path, { token }))
  const create = (resource: Resource, fields: object, references: Readonly<Record<string, string>> = {}): Promise<KnownRow> => {
    const body = { ...sampleDraft(resource, namer, references), ...fields }
    const request = jsonRequest('POST', createPath(resource), { token, body })
    return ask({ ...request, headers: { ...request.headers, 'idempotency-key': `${namer.word}-${namer.next()}` } })
  }

  async function release(hardwareId: string, tag: string, semver: string): Promise<Release> {
    const named = { name: `${tag}-os`, semver, minFromVersion: null }
    const { id: firmwareId } = await create(gatewayFirmwares, named, { GatewayHardware: hardwareId })
    const file = randomBytes(BYTES)
    await ask(await uploadOf(firmwarePaths.file(firmwareId), token, file))
    await post(firmwarePaths.status(firmwareId), { status: 'released' })
    const plan = { ...atOnce, name: `${tag} ${semver}`, tags: [tag] }
    const { id: rolloutId } = await create(rollouts, plan, { GatewayFirmware: firmwareId })
    await post(rolloutPaths.move(rolloutId, 'start'), {})
    return { tag, firmwareId, rolloutId, sha256: createHash('sha256').update(file).digest('hex') }
  }

  async function ended({ rolloutId }: Release): Promise<void> {
    while (Date.now() < end) {
      const { status } = await get<Rollout>(itemPath(rollouts, rolloutId))
      if (status === 'finished' || status === 'stopped') return
      await sleep(LOOK_MS)
    }
  }

  async function judge(devices: readonly Device[], releases: readonly Release[]): Promise<void> {
    const firmwareOf = new Map(releases.map(({ sha256, firmwareId }) => [sha256, firmwareId]))
    const members = await Promise.all(
      releases.map(async ({ firmwareId, rolloutId }) => {
        const rows = await get<RolloutGateway[]>(`${rolloutPaths.gateways(rolloutId)}?pageSize=200`)
        return rows.map(({ gatewayId, state }) => ({ gatewayId, firmware: firmwareId, state }))
      }),
    )
    for (const device of devices) {
      const { firmwareId, targetFirmwareId, name } = await get<Gateway>(itemPath(gateways, device.id))
      const updated = {
        meant: releases.find(({ tag }) => tag === device.tag)?.firmwareId ?? null,
        received: device.received.map((image) => firmwareOf.get(image) ?? `an image ${image}`),
        runs: device.image === null ? null : (firmwareOf.get(device.image) ?? null),
        stored: firmwareId ?? null,
        assigned: targetFirmwareId ?? null,
        rollouts: members.flat().filter(({ gatewayId }) => gatewayId === device.id),
      }
      device.received = []
      for (const fault of updateFaults(updated))
        run.findings.add(fault, 'a rollout', JSON.stringify({ name, ...updated }, null, 2))
    }
    judged += releases.length
  }

  async function devicesOf(hardwareId: string): Promise<Device[]> {
    const devices: Device[] = []
    for (const tag of TAGS)
      for (let n = 0; n < EACH; n += 1) {
        const { id } = await create(gateways, { tags: [tag] }, { GatewayHardware: hardwareId })
        const { key } = await post<{ key: string }>(gatewayKeyPath(id), {})
        devices.push({ id, key, tag, version: '1.0.0', image: null, received: [] })
      }
    return devices
  }

  const { id: hardwareId } = await create(gatewayHardwares, { status: 'active' })
  const devices = await devicesOf(hardwareId)
  const living = Promise.all(devices.map((device) => live(run, insist, device, over.signal)))

  async function rollOut(): Promise<void> {
    for (let n = 1; !stopping.signal.aborted; n += 1) {
      const releases: Release[] = []
      for (const [at, tag] of REACHED.entries()) releases.push(await release(hardwareId, tag, `2.${n}.${at}`))
      for (const each of releases) await ended(each)
      await judge(devices, releases)
    }
  }
  const rolling = rollOut().catch((error: unknown) => run.findings.add('rollouts did not go on', 'a rollout', String(error)))
  return {
    rollouts: () => judged,
    async stop() {
      stopping.abort()
      end = Date.now() + END_MS
      await rolling
      over.abort()
      await living
    },
  }
}

async function uploadOf(path: string, token: string, file: Uint8Array<ArrayBuffer>): Promise<ProbeRequest> {
  const form = new FormData()
  form.append('file', new Blob([file], { type: FIRMWARE_TYPE }), 'prove.bin')
  const { headers, body } = new Response(form)
  const bytes = Buffer.from(await new Response(body).arrayBuffer())
  return {
    method: 'POST',
    path,
    headers: { authorization: `Bearer ${token}`, 'content-type': headers.get('content-type') ?? '' },
    body: bytes,
  }
}
