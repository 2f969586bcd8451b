import type { EventSourceMessage } from 'eventsource-parser'
import { changeEvent, eventNames, EVENTS_PATH, SINCE_PARAM, type ChangeEvent } from '../../contract/events'
import { humidityGroups } from '../../contract/humidityGroups'
import { itemPath } from '../../contract/resource'
import { preflight } from './cors'
import type { Bench, Chapter, Row } from './bench'
import { excerpt, expecting, isNeverCached, objectOf, shapeFaults, unauthenticated, type Judge, type Shape } from './judge'
import type { OpenStream } from './stream'

const optional = 'what others change shows as it happens, without a reload'
/** Seconds of past changes that a first connection asks for; this check's own changes are more recent. */
const SINCE_S = 60

/** Checks the live events about changes that others make. */
export const eventChapters: readonly Chapter[] = [{ name: 'tells what changes', run: events }]

async function events(bench: Bench): Promise<void> {
  const stream = await bench.openStream(EVENTS_PATH)
  try {
    const before = await stream.until(isReady)
    const opened = bench.note(
      'GET',
      EVENTS_PATH,
      {
        expects: 'a stream of server-sent events that says when nothing is missed any more',
        judge: expecting(200, isStream, isNeverCached, ({ status }) =>
          status === 200 && before === null ? [`no event named ${eventNames.ready} came`] : [],
        ),
        optional,
      },
      stream.answer,
    )
    if (opened === null) return
    await bench.ask('GET', EVENTS_PATH, { expects: 'a refusal: there is no session', judge: unauthenticated }, { bearer: null })
    await preflight(bench, EVENTS_PATH, ['GET'], ['Authorization', 'Last-Event-ID'])
    if (bench.mayWrite) await changes(bench, stream, cursorOf(before))
  } finally {
    stream.close()
  }
}

async function changes(bench: Bench, stream: OpenStream, cursor: string | null): Promise<void> {
  const row = await bench.make(humidityGroups)
  if (row === null) return bench.leave('GET', EVENTS_PATH, 'the creation of a row', 'no humidity group could be made')
  const noteChange = async (change: ChangeEvent['change'], expects: string) => {
    const judge = expectChange(await stream.until(isAbout(row)), row, change)
    bench.note('GET', EVENTS_PATH, { expects, judge }, stream.answer)
  }
  await noteChange('created', 'the creation of a row as it happens: its area, id and version')
  await missed(bench, row, 'what came after the last received event, before anything new', EVENTS_PATH, cursor)
  await missed(
    bench,
    row,
    'what changed within so many seconds, for a first connection',
    `${EVENTS_PATH}?${SINCE_PARAM}=${SINCE_S}`,
  )
  const { status } = await bench.backend.send('DELETE', itemPath(humidityGroups, row.id), { bearer: bench.bearer })
  if (status >= 300) return bench.leave('GET', EVENTS_PATH, 'the deletion of a row', 'the humidity group could not be deleted')
  bench.forget(row.id)
  return noteChange('deleted', 'the deletion of a row as it happens')
}

/** Checks that a client that reconnects receives the missed events, or is asked to read everything again. */
async function missed(bench: Bench, row: Row, expects: string, path: string, cursor: string | null = null): Promise<void> {
  if (!path.includes('?') && cursor === null)
    return bench.leave('GET', path, expects, `the event ${eventNames.ready} had no id to go on after`)
  const stream = await bench.openStream(path, cursor === null ? {} : { headers: { 'last-event-id': cursor } })
  const messages = await stream.until(isReady)
  stream.close()
  const isReset = messages?.some(({ event }) => event === eventNames.reset) === true
  bench.note(
    'GET',
    path,
    { expects, judge: isReset ? expecting(200) : expectChange(messages?.filter(isAbout(row)) ?? null, row, 'created') },
    stream.answer,
  )
}

const isReady = ({ event }: EventSourceMessage): boolean => event === eventNames.ready

/** Matches an event that names the row, or one that says that many rows of its area changed. */
const isAbout =
  ({ id }: Row) =>
  ({ event, data }: EventSourceMessage): boolean => {
    const payload = dataOf(data)
    return (
      (event === undefined || event === 'message') &&
      payload['area'] === humidityGroups.name &&
      (payload['id'] === id || payload['id'] === null)
    )
  }

const isStream: Judge = ({ headers }) => {
  const type = headers.get('content-type') ?? 'none'
  return /^text\/event-stream\s*(?:;|$)/i.test(type) ? [] : [`its Content-Type is ${type} instead of text/event-stream`]
}

/** Expects the last of these events to be the change of the row. */
function expectChange(
  messages: readonly EventSourceMessage[] | null,
  { id, version }: Row,
  change: ChangeEvent['change'],
): Judge {
  return expecting(200, isStream, () => {
    const last = messages?.at(-1)
    if (last === undefined) return ['no event named it']
    const payload = dataOf(last.data)
    return [
      ...shapeFaults(changeEvent as Shape, payload, 'data', { complete: false }),
      ...(payload['change'] === change || payload['change'] === undefined
        ? []
        : [`data.change is ${excerpt(payload['change'])} instead of ${change}`]),
      ...(payload['id'] === id && change === 'created' && ![null, undefined, version].includes(payload['version'] as number)
        ? [`data.version is ${excerpt(payload['version'])} instead of ${version}`]
        : []),
    ]
  })
}

function cursorOf(messages: readonly EventSourceMessage[] | null): string | null {
  return messages?.findLast(({ id }) => id !== undefined)?.id ?? null
}

function dataOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return {}
  }
}
