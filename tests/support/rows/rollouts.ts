import { createHash, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { beforeEach, expect } from 'vitest'
import { DATAPOINTS_PATH, type BatchOutcome } from '../../../src/contract/datapoints'
import { assignedFirmwarePaths } from '../../../src/contract/firmwareCalls'
import { gatewayKeyPath } from '../../../src/contract/gatewayTraffic'
import { rolloutPaths, type RolloutGateway, type RolloutMove } from '../../../src/contract/rolloutCalls'
import type { Rollout, RolloutDraft } from '../../../src/contract/rollouts'
import { advanceRollouts } from '../../../src/server/rollouts/advance'
import { callWith, rowsOf, signedIn, type AnyBody, type Call } from '../server/calls'
import type { TestServer } from '../server/server'
import { insertFirmware, insertGateway, insertHardware, unique } from './rows'

/** Makes a rollout as a client would create it: three gateways first, then all others. */
export function rolloutDraft(firmwareId: string, changes: Partial<RolloutDraft> = {}): RolloutDraft {
  return {
    name: `Rollout ${unique()}`,
    firmwareId,
    canaryCount: 3,
    goOnPct: 100,
    withinH: 24,
    stopPct: 50,
    ...changes,
  }
}

/** Ten gateways on one hardware that run 3.9.0, and the firmware 3.11.0 to roll out. */
export interface RolloutFleet {
  readonly hub: string
  readonly old: string
  readonly target: string
  readonly gateways: readonly string[]
}

type Problem = AnyBody & { readonly moves?: readonly string[] }

/** Creates, moves and advances rollouts on a server whose database is emptied for each test. */
export function rolloutsAt(server: TestServer) {
  let call: Call
  let fleet: RolloutFleet
  beforeEach(async () => {
    call = await signedIn(server)
    fleet = await createFleet(server)
  })

  const read = async (id: string) => (await call<{ result: Rollout }>('GET', `/api/v1/rollouts/${id}`)).body.result
  const move = (id: string, name: RolloutMove, body: object = {}) => call<Problem>('POST', rolloutPaths.move(id, name), { body })
  async function create(changes: Partial<RolloutDraft> = {}): Promise<Rollout> {
    const answer = await call('POST', '/api/v1/rollouts/register', { body: rolloutDraft(fleet.target, changes) })
    expect(answer.body).toMatchObject({ result: { status: 'draft' } })
    return answer.body.result as unknown as Rollout
  }

  return {
    call: ((...args: Parameters<Call>) => call(...args)) as Call,
    fleet: () => fleet,
    create,
    read,
    move,
    /** Creates a rollout and starts it. */
    async begin(changes: Partial<RolloutDraft> = {}): Promise<Rollout> {
      const { id } = await create(changes)
      expect((await move(id, 'start')).status).toBe(200)
      await advanceRollouts(server.db)
      return read(id)
    },
    /** Advances all rollouts once, as the server does every few seconds; returns this one. */
    async advance(id: string): Promise<Rollout> {
      await advanceRollouts(server.db)
      return read(id)
    },
    gateways: (id: string, query = '') => rowsOf<RolloutGateway>(call, `${rolloutPaths.gateways(id)}?pageSize=200${query}`),
    /** Lets gateways report that they run a firmware, as with a batch. */
    report: (ids: readonly string[], firmwareId = fleet.target) =>
      server.db.query(sql`
        update gateways set firmware_id = ${firmwareId}, last_seen_at = now() where id = any(${ids}::uuid[])`),
    /** Lets gateways report that the update failed. */
    fail: (ids: readonly string[], note = 'Checksum differs') =>
      server.db.query(sql`
        update gateways set told_step = 'failed', told_note = ${note}, told_at = now() where id = any(${ids}::uuid[])`),
    /** Moves stored times back, as if some hours had passed. */
    pass: (hours: number) => passHours(server, hours),
  }
}

async function createFleet({ db }: TestServer): Promise<RolloutFleet> {
  const hub = await insertHardware(db)
  const old = await insertFirmware(db, [hub], { semver: '3.9.0' })
  const target = await insertFirmware(db, [hub], { semver: '3.11.0' })
  const gateways: string[] = []
  for (let n = 0; n < 10; n += 1)
    gateways.push(await insertGateway(db, { name: `Roof ${n}`, hardware_id: hub, firmware_id: old }))
  return { hub, old, target, gateways }
}

async function passHours({ db }: TestServer, hours: number): Promise<void> {
  const by = sql`make_interval(hours => ${hours})`
  await db.query(sql`update rollout_gateways set assigned_at = assigned_at - ${by}`)
  await db.query(sql`update rollout_groups set due_at = due_at - ${by}`)
  await db.query(sql`update rollouts set start_at = start_at - ${by}`)
  await db.query(sql`
    update gateways set target_firmware_at = target_firmware_at - ${by}, target_reported_at = target_reported_at - ${by},
      told_at = told_at - ${by}, fetched_at = fetched_at - ${by}`)
}

/** Gives a firmware an image of `size` random bytes; returns them. */
export async function storeImage({ db }: Pick<TestServer, 'db'>, firmwareId: string, size: number): Promise<Buffer> {
  const bytes = randomBytes(size)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  for (let place = 0; place * 524_288 < size; place += 1)
    await db.query(sql`
      insert into gateway_firmware_pieces (firmware_id, place, bytes)
      values (${firmwareId}, ${place}, ${new Uint8Array(bytes.subarray(place * 524_288, (place + 1) * 524_288))})`)
  await db.query(sql`
    update gateway_firmwares set sha256 = ${sha256}, size_bytes = ${size}, file_name = 'hub.bin' where id = ${firmwareId}`)
  return bytes
}

/** Gives a gateway a new key, and returns its own calls. */
export async function gatewayAt(server: TestServer, call: Call, gatewayId: string) {
  const { body } = await call<{ result: { key: string } }>('POST', gatewayKeyPath(gatewayId))
  const { key } = body.result
  const own = callWith(server, key)
  return {
    key,
    fetchFile: (headers: Readonly<Record<string, string>> = {}) =>
      server.fetch(assignedFirmwarePaths.file, { headers: { authorization: `Bearer ${key}`, ...headers } }),
    tell: (status: string, reason?: string, firmwareVersion?: string) =>
      own('POST', assignedFirmwarePaths.status, { body: { status, reason, firmwareVersion } }),
    async post(firmwareVersion: string): Promise<BatchOutcome> {
      const batch = { datapoints: [], firmwareVersion }
      return (await own<{ result: BatchOutcome }>('POST', DATAPOINTS_PATH, { body: batch })).body.result
    },
  }
}
