import { createHash } from 'node:crypto'
import { assignOutcome, FIRMWARE_TYPE, firmwarePaths, assignedFirmwarePaths } from '../../contract/firmwareCalls'
import { gatewayFirmwares } from '../../contract/gatewayFirmwares'
import { gatewayKeyPath } from '../../contract/gatewayTraffic'
import { gateways } from '../../contract/gateways'
import { createPath, itemPath } from '../../contract/resource'
import { rowOf, type Bench, type Row } from './bench'
import {
  excerpt,
  expecting,
  expectingJson,
  hasEtag,
  hasResult,
  isEmpty,
  namesFields,
  objectOf,
  refused,
  resultOf,
  unauthenticated,
  type Judge,
  type Shape,
} from './judge'
import { listOf } from './reading'
import { holds } from './rows'

/** Checks a firmware's file: uploaded, downloaded, released and assigned. */
export async function firmwareFile(bench: Bench): Promise<void> {
  const firmware = await bench.make(gatewayFirmwares)
  const optional = 'files of firmwares: upload, download, release and assignment'
  const path = firmwarePaths.file(firmware?.id ?? '{id}')
  if (firmware === null) return bench.leave('POST', path, optional, 'no firmware could be made to have one')
  const { bytes, sha256 } = fileOf(bench)
  const stored = { fileName: 'conformance.bin', sizeBytes: bytes.length, sha256 }
  const answer = await bench.ask(
    'POST',
    `${path}?sha256=${sha256}`,
    {
      expects: 'the firmware with name, size and SHA-256 of its file',
      judge: expectingJson(201, hasResult(gatewayFirmwares.row), hasEtag, holds(stored)),
      optional,
    },
    { body: formOf(bytes), headers: { 'if-match': `"${firmware.version}"` } },
  )
  if (answer === null) return
  await bench.ask(
    'POST',
    `${path}?sha256=${'0'.repeat(64)}`,
    { expects: 'a refusal: another file arrived than was sent', judge: refused(422, 'invalid', namesFields('sha256')) },
    { body: formOf(bytes) },
  )
  await bench.ask('GET', path, {
    expects: 'the file as it was uploaded, to be saved under its name',
    judge: expecting(200, isAttachment, (file) => (Buffer.compare(file.bytes, bytes) === 0 ? [] : ['its bytes are others'])),
  })
  await firmwareLife(bench, rowOf(answer) ?? firmware)
}

async function firmwareLife(bench: Bench, firmware: Row): Promise<void> {
  const status = firmwarePaths.status(firmware.id)
  await bench.ask(
    'POST',
    status,
    { expects: 'a refusal: a firmware is not revoked without a reason', judge: refused(422, 'invalid', namesFields('reason')) },
    { body: { status: 'revoked' } },
  )
  const released = await bench.ask(
    'POST',
    status,
    {
      expects: 'the firmware, released',
      judge: expectingJson(200, hasResult(gatewayFirmwares.row), hasEtag, holds({ status: 'released' })),
    },
    { body: { status: 'released' }, headers: { 'if-match': `"${firmware.version}"` } },
  )
  if (released === null) return
  await bench.ask(
    'POST',
    status,
    { expects: 'a refusal: it is released already', judge: refused(409, 'conflict') },
    { body: { status: 'released' } },
  )
  const gateway = await bench.make(gateways)
  if (gateway === null) return
  const namesGateway: Judge = ({ body }) => {
    const { assigned, skipped } = objectOf(resultOf(body))
    const ids = [...listOf(assigned), ...listOf(skipped)].map((row) => objectOf(row)['id'])
    return ids.length === 1 && ids[0] === gateway.id ? [] : [`assigned and skipped name ${excerpt(ids)}`]
  }
  await bench.ask(
    'POST',
    firmwarePaths.assign(firmware.id),
    {
      expects: 'what assigning would do to each gateway, and nothing done',
      judge: expectingJson(200, hasResult(assignOutcome as Shape), namesGateway),
    },
    { body: { gatewayIds: [gateway.id], dryRun: true } },
  )
}

/** A released firmware with a gateway that can run it; no other gateway has its hardware. */
export interface Fitting {
  readonly firmware: Row
  readonly gateway: Row
}

/** Makes a gateway and a released firmware for its hardware without judging the answers; null when that failed. */
export async function fittingFirmware(bench: Bench): Promise<Fitting | null> {
  const { bearer, backend } = bench
  const send = (path: string, body: unknown) => backend.send('POST', path, { bearer, body })
  const [firmware, draft] = [await bench.make(gatewayFirmwares), await bench.draft(gateways)]
  if (firmware === null || draft === null) return null
  await send(firmwarePaths.file(firmware.id), formOf(fileOf(bench).bytes))
  const released = await send(firmwarePaths.status(firmware.id), { status: 'released' })
  const made = await send(createPath(gateways), { ...draft, hardwareId: listOf(firmware['hardwareIds'])[0] })
  const gateway = rowOf(made)
  if (gateway !== null) bench.keep(gateways, gateway.id)
  return gateway === null || released.status !== 200 ? null : { firmware, gateway }
}

/** Checks that a gateway fetches the firmware that it is assigned, and reports its progress. */
export async function ownFirmware(bench: Bench): Promise<void> {
  const { file, status } = assignedFirmwarePaths
  const expects = 'the file of the gateway’s assigned firmware, its SHA-256 as ETag'
  const fitting = await fittingFirmware(bench)
  if (fitting === null) return bench.leave('GET', file, expects, 'no gateway with a released firmware could be made')
  const { firmware, gateway } = fitting
  const send = (path: string, body?: object) => bench.backend.send('POST', path, { bearer: bench.bearer, body })
  await send(firmwarePaths.assign(firmware.id), { gatewayIds: [gateway.id] })
  const bearer = String(objectOf(resultOf((await send(gatewayKeyPath(gateway.id))).body))['key'])
  const { bytes, sha256 } = fileOf(bench)
  const sends = (from: number, to: number): Judge => {
    return (answer) => [
      ...(Buffer.compare(answer.bytes, bytes.subarray(from, to)) === 0 ? [] : ['its bytes are others']),
      ...(answer.headers.get('etag') === `"${sha256}"` ? [] : [`ETag is ${answer.headers.get('etag') ?? 'missing'}`]),
    ]
  }
  const optional = 'updates: a gateway fetches its assigned firmware, and reports its progress'
  const whole = { expects, judge: expecting(200, sends(0, bytes.length)), optional }
  if ((await bench.ask('GET', file, whole, { bearer })) === null) return
  const headers = { range: 'bytes=2-5', 'if-range': `"${sha256}"` }
  await bench.ask('GET', file, { expects: 'a part of it', judge: expecting(206, sends(2, 6)) }, { bearer, headers })
  await bench.ask(
    'GET',
    file,
    { expects: 'a refusal: an administrator’s token is no key', judge: unauthenticated },
    { bearer: bench.bearer },
  )
  const reasonless = { expects: 'a refusal: a failure has a reason', judge: refused(422, 'invalid', namesFields('reason')) }
  await bench.ask('POST', status, reasonless, { bearer, body: { status: 'failed' } })
  const reported = { expects: 'nothing but that it is noted', judge: expecting(204, isEmpty) }
  if ((await bench.ask('POST', status, reported, { bearer, body: { status: 'downloading' } })) === null) return
  await bench.ask('GET', itemPath(gateways, gateway.id), {
    expects: 'the gateway with its progress',
    judge: expectingJson(200, holds({ targetFirmwareId: firmware.id, updateStep: 'downloading' })),
  })
}

/** Returns the file that this run uploads. */
function fileOf({ namer }: Bench): { readonly bytes: Uint8Array<ArrayBuffer>; readonly sha256: string } {
  const bytes = new TextEncoder().encode(`Conformance ${namer.word}`)
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

function formOf(bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.append('file', new Blob([bytes], { type: FIRMWARE_TYPE }), 'conformance.bin')
  return form
}

const isAttachment: Judge = ({ headers }) => {
  const actual = headers.get('content-disposition')
  return /^attachment\b.*conformance\.bin/.test(actual ?? '') ? [] : [`Content-Disposition is ${actual ?? 'missing'}`]
}
