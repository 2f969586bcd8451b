import { createHash } from 'node:crypto'
import { assignOutcome, FIRMWARE_TYPE, firmwarePaths } from '../../contract/firmwareCalls'
import { gatewayFirmwares } from '../../contract/gatewayFirmwares'
import { gateways } from '../../contract/gateways'
import type { ResourceName } from '../../contract/index'
import { compactPlant, foundPlant, plantGroups, plantName, plantPaths } from '../../contract/plantCalls'
import { plantRequestCounts, plantRequestPaths, plantRequests } from '../../contract/plantRequests'
import { plants } from '../../contract/plants'
import { itemPath } from '../../contract/resource'
import { TROUBLESHOOTS_MAX, troubleshoots, UPSERT_PATH } from '../../contract/troubleshoots'
import { rowOf, type Bench, type Chapter, type Row } from './bench'
import {
  excerpt,
  expecting,
  expectingJson,
  hasEtag,
  hasResult,
  hasResults,
  namesFields,
  objectOf,
  refused,
  resultOf,
  type Judge,
  type Shape,
} from './judge'
import { listOf, NOBODY } from './reading'
import { holds } from './rows'
import { readings } from './telemetry'

/** Calls of an area beyond those that all areas share, by the resource's name. */
export const extraChapters: Readonly<Partial<Record<ResourceName, readonly Chapter[]>>> = {
  Gateway: [{ name: 'delivers readings', writes: true, run: readings }],
  Plant: [{ name: 'lists in whole, and finds by any name', run: plantLists }],
  Troubleshoot: [{ name: 'saves several at once', writes: true, run: upserted }],
  PlantRequest: [
    { name: 'counts by status', run: requestCounts },
    { name: 'refuses moves that there are not', writes: true, run: requestMoves },
  ],
  GatewayFirmware: [{ name: 'keeps a file', writes: true, run: firmwareFile }],
}

async function plantLists(bench: Bench): Promise<void> {
  const plant = (bench.mayWrite ? await bench.make(plants) : null) ?? (await bench.rows(plants))[0]
  const has = (answer: unknown) => plant === undefined || listOf(answer).some((row) => objectOf(row)['id'] === plant.id)
  const isThere: Judge = ({ body }) => (has(resultOf(body)) ? [] : ['a plant of the list is not among them'])
  const lists = [
    { path: plantPaths.compact, expects: 'every plant in short, unpaged', shape: compactPlant },
    { path: plantPaths.names, expects: 'id and name of every plant, unpaged', shape: plantName },
  ]
  for (const { path, expects, shape } of lists)
    await bench.ask('GET', path, { expects, judge: expectingJson(200, hasResults(shape as Shape), isThere) })
  await bench.ask('GET', plantPaths.groups, {
    expects: 'the three lists of groups in one answer',
    judge: expectingJson(200, hasResult(plantGroups as Shape)),
  })
  const name = typeof plant?.['scientificName'] === 'string' ? plant['scientificName'] : `nothing like ${bench.namer.word}`
  const query = new URLSearchParams({ q: name, limit: '5' }).toString()
  await bench.ask('GET', `${plantPaths.search}?${query}`, {
    expects: 'plants by any of their names, the best match first',
    judge: expectingJson(200, hasResults(foundPlant as Shape), isThere),
  })
  for (const [name, query] of [
    ['q', ''],
    ['limit', '?q=fern&limit=0'],
  ] as const)
    await bench.ask('GET', `${plantPaths.search}${query}`, {
      expects: `a refusal that names ${name}`,
      judge: refused(400, 'bad_query', namesFields(name)),
    })
}

async function upserted(bench: Bench): Promise<void> {
  const draft = await bench.draft(troubleshoots)
  const expects = `up to ${TROUBLESHOOTS_MAX} rows of one plant, created and changed in one save`
  if (draft === null) return bench.leave('PUT', UPSERT_PATH, expects, 'no plant could be made to have them')
  const remembering = (judge: Judge): Judge => {
    return (answer) => {
      for (const row of listOf(resultOf(answer.body))) bench.keep(troubleshoots, objectOf(row)['id'])
      return judge(answer)
    }
  }
  const save = (expects: string, body: unknown, judge: Judge) =>
    bench.ask('PUT', UPSERT_PATH, { expects, judge: remembering(judge) }, { body })
  const answer = await save(expects, [draft], expectingJson(200, hasResults(troubleshoots.row), hasLength(1)))
  const [made] = listOf(resultOf(answer?.body))
  if (made !== undefined) {
    const { id } = objectOf(made)
    const prevention = 'Look at it each week.'
    await save(
      'the row of this id with its change',
      [{ ...draft, id, prevention }],
      expectingJson(200, hasResults(troubleshoots.row), ({ body }) => {
        const [row] = listOf(resultOf(body))
        return objectOf(row)['id'] === id && objectOf(row)['prevention'] === prevention
          ? []
          : ['it is not that row as it was sent']
      }),
    )
    await save(
      'the same row for the same symptom and cause, without an id',
      [{ ...draft, prevention }],
      expectingJson(200, hasLength(1), ({ body }) =>
        objectOf(listOf(resultOf(body))[0])['id'] === id ? [] : ['another row was created'],
      ),
    )
  }
  await save(
    'a refusal that names the row by its place',
    [{ ...draft, symptom: 5 }],
    refused(422, 'invalid', namesFields('[0].symptom')),
  )
}

function hasLength(length: number): Judge {
  return ({ body }) => {
    const { length: actual } = listOf(resultOf(body))
    return actual === length ? [] : [`${actual} rows came instead of ${length}`]
  }
}

async function requestCounts(bench: Bench): Promise<void> {
  await bench.ask('GET', plantRequestPaths.counts, {
    expects: 'how many requests there are in each status',
    judge: expectingJson(200, hasResult(plantRequestCounts as Shape)),
    optional: 'counts on the tabs of plant requests',
  })
}

/** Sends only moves that must fail: the moves of a plant request cannot be undone. */
async function requestMoves(bench: Bench): Promise<void> {
  await bench.ask('POST', plantRequestPaths.publish(NOBODY), {
    expects: 'a refusal: there is no such plant request',
    judge: refused(404, 'not_found'),
  })
  const rows = await bench.rows(plantRequests)
  const settled = rows.find(({ status }) => status === 'published')
  const open = rows.find(({ status }) => status === 'requested' || status === 'in_review')
  const published = 'a refusal: it is published already, and never makes a second plant'
  if (settled === undefined)
    bench.leave('POST', plantRequestPaths.publish('{id}'), published, 'there is no published plant request')
  else await bench.ask('POST', plantRequestPaths.publish(settled.id), { expects: published, judge: refused(409, 'conflict') })
  const reasonless = 'a refusal: a rejection has a reason'
  if (open === undefined) bench.leave('PUT', itemPath(plantRequests, '{id}'), reasonless, 'there is no open plant request')
  else
    await bench.ask(
      'PUT',
      itemPath(plantRequests, open.id),
      { expects: reasonless, judge: refused(422, 'invalid', namesFields('rejectionReason')) },
      { body: { status: 'rejected' } },
    )
}

async function firmwareFile(bench: Bench): Promise<void> {
  const firmware = await bench.make(gatewayFirmwares)
  const optional = 'files of firmwares: upload, download, release and assignment'
  const path = firmwarePaths.file(firmware?.id ?? '{id}')
  if (firmware === null) return bench.leave('POST', path, optional, 'no firmware could be made to have one')
  const bytes = new TextEncoder().encode(`Conformance ${bench.namer.word}`)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
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

function formOf(bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.append('file', new Blob([bytes], { type: FIRMWARE_TYPE }), 'conformance.bin')
  return form
}

const isAttachment: Judge = ({ headers }) => {
  const actual = headers.get('content-disposition')
  return /^attachment\b.*conformance\.bin/.test(actual ?? '') ? [] : [`Content-Disposition is ${actual ?? 'missing'}`]
}
