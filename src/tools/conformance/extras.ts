import type { ResourceName } from '../../contract/index'
import { compactPlant, foundPlant, plantGroups, plantName, plantPaths } from '../../contract/plantCalls'
import { plantRequestCounts, plantRequestPaths, plantRequests } from '../../contract/plantRequests'
import { plants } from '../../contract/plants'
import { itemPath } from '../../contract/resource'
import { replacePath, sensors } from '../../contract/sensors'
import { TROUBLESHOOTS_MAX, UPSERT_PATH } from '../../contract/troubleshootCalls'
import { troubleshoots } from '../../contract/troubleshoots'
import { alertMovesRefused, channelMessages, rulePreviewed } from './alerting'
import type { Bench, Chapter } from './bench'
import { firmwareFile, ownFirmware } from './firmware'
import {
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
import { rolloutMoves, rolloutPreviewed } from './rollouts'
import { holds, isNewer } from './rows'
import { anotherValue } from './samples'
import { readings } from './telemetry'

/** Calls of an area beyond those that all areas share, by the resource's name. */
export const extraChapters: Readonly<Partial<Record<ResourceName, readonly Chapter[]>>> = {
  Gateway: [
    { name: 'delivers readings', writes: true, run: readings },
    { name: 'fetches its firmware', writes: true, run: ownFirmware },
  ],
  Sensor: [{ name: 'replaces its device', writes: true, run: deviceReplaced }],
  Plant: [{ name: 'lists in whole, and finds by any name', run: plantLists }],
  Troubleshoot: [{ name: 'saves several at once', writes: true, run: upserted }],
  PlantRequest: [
    { name: 'counts by status', run: requestCounts },
    { name: 'refuses moves that there are not', writes: true, run: requestMoves },
  ],
  GatewayFirmware: [{ name: 'keeps a file', writes: true, run: firmwareFile }],
  NotificationChannel: [{ name: 'sends a test message', writes: true, run: channelMessages }],
  AlertRule: [{ name: 'tells what a rule would raise', writes: true, run: rulePreviewed }],
  Alert: [{ name: 'refuses moves that there are not', writes: true, run: alertMovesRefused }],
  Rollout: [
    { name: 'tells which gateways a rollout would reach', writes: true, run: rolloutPreviewed },
    { name: 'moves as its status allows', writes: true, run: rolloutMoves },
  ],
}

async function deviceReplaced(bench: Bench): Promise<void> {
  const expects = 'the same sensor, with the EUI and model of its new device and all else as it was, under a new version'
  const row = await bench.make(sensors)
  if (row === null) return bench.leave('POST', replacePath('{id}'), expects, 'no sensor could be made')
  const device = { eui: anotherValue(sensors, 'eui', bench.namer), model: anotherValue(sensors, 'model', bench.namer) }
  const kept = ['id', ...Object.keys(sensors.draft.fields).filter((field) => !(field in device))]
  await bench.ask(
    'POST',
    replacePath(row.id),
    {
      expects,
      judge: expectingJson(200, hasResult(sensors.row), hasEtag, holds(device), holds(row, kept), isNewer(row)),
      optional: 'replacing the device of a sensor',
    },
    { body: device, headers: { 'if-match': `"${row.version}"` } },
  )
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
    await save(
      'a new row in the place of one that the same save removes',
      { rows: [draft], removed: [{ id }] },
      expectingJson(200, hasLength(1), ({ body }) =>
        objectOf(listOf(resultOf(body))[0])['id'] === id ? ['the row is still there'] : [],
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
    judge: expectingJson(200, hasResult(plantRequestCounts() as Shape)),
    optional: 'counts on the tabs of plant requests',
  })
  const isNone: Judge = ({ body }) =>
    Object.values(objectOf(resultOf(body))).every((count) => count === 0) ? [] : ['it counts requests that the filter leaves out']
  await bench.ask('GET', `${plantRequestPaths.counts}?sameNameAs=${NOBODY}`, {
    expects: 'none in any status: no request matches the filter',
    judge: expectingJson(200, hasResult(plantRequestCounts() as Shape), isNone),
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
