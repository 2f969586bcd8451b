import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DEAD_MS, readNote, type Sleep } from '../db/lockNote'
import type { Deps } from '../deps'
import { messageOf } from '../process/messageOf'
import type { Settings } from '../process/settings'
import { writeBackup } from './dump'

/** Milliseconds between checks for a request, and for its answer. */
const LOOK_MS = 500
/** Milliseconds within which a server must pick up a request. */
const SEEN_MS = 15_000

interface Request {
  readonly id: string
  readonly file: string
}
interface Answer {
  readonly rows: number | null
  readonly error: string | null
}

/**
 * Path of a request. Only its server can open the embedded database; to back it up while it runs, a request is written to the data folder,
 * which only its owner can write.
 */
const requestIn = (dataDir: string, id: string) => join(dataDir, `backup-request-${id}.json`)
const REQUEST = /^backup-request-[\w-]+\.json$/
const answerIn = (dataDir: string, id: string) => join(dataDir, `backup-${id}.json`)

/** Requests a backup from the server that holds the folder; returns the number of rows. */
export async function requestBackup(dataDir: string, file: string, sleep: Sleep = setTimeout): Promise<number> {
  const id = randomUUID()
  const request = requestIn(dataDir, id)
  write(request, { id, file } satisfies Request)
  for (let waitedMs = 0; existsSync(request); waitedMs += LOOK_MS) {
    if (waitedMs >= SEEN_MS) {
      rmSync(request, { force: true })
      throw new Error(`The process that holds ${dataDir} does not answer: if it is not a server of this version, stop it first`)
    }
    await sleep(LOOK_MS)
  }
  const place = answerIn(dataDir, id)
  await waitForAnswer(dataDir, place, sleep)
  const { rows, error } = JSON.parse(readFileSync(place, 'utf8')) as Answer
  rmSync(place, { force: true })
  if (rows === null) throw new Error(error ?? 'The server gave no reason')
  return rows
}

/** Resolves when the answer is there; rejects when its server has ended without one. */
async function waitForAnswer(dataDir: string, place: string, sleep: Sleep): Promise<void> {
  let seen = readNote(dataDir)
  let silentMs = 0
  while (!existsSync(place)) {
    await sleep(LOOK_MS)
    const now = readNote(dataDir)
    silentMs = now?.renewedAt === seen?.renewedAt ? silentMs + LOOK_MS : 0
    const hasEnded = now === null || now.note.id !== seen?.note.id || silentMs >= DEAD_MS
    // A server that is stopped answers before it ends.
    if (hasEnded && !existsSync(place)) throw new Error('The server ended before the backup was complete: run it again')
    seen = now
  }
}

interface Answering extends Pick<Deps, 'db' | 'jobs'> {
  readonly settings: Pick<Settings, 'dataDir'>
}

/** Answers backup requests while the server runs, one after another; the returned function stops that. */
export function answerBackups({ db, settings: { dataDir }, jobs }: Answering): () => Promise<void> {
  let answering: Promise<unknown> = Promise.resolve()

  async function answer({ id, file }: Request): Promise<void> {
    const result = await db
      .transaction((tx) => writeBackup(tx, file))
      .then(
        (rows): Answer => ({ rows, error: null }),
        (error: unknown): Answer => ({ rows: null, error: messageOf(error) }),
      )
    write(answerIn(dataDir, id), result)
  }

  // Accepts requests even while a backup is being written, and answers them one after another: a command gives up if its request is not
  // accepted within seconds.
  const stop = jobs.every('backup_requests', LOOK_MS, async () => {
    for (const name of readdirSync(dataDir).filter((one) => REQUEST.test(one))) {
      const place = join(dataDir, name)
      const request = JSON.parse(readFileSync(place, 'utf8')) as Request
      rmSync(place)
      answering = answering.then(() => jobs.attempt('backup_requests', () => answer(request)))
    }
  })
  return async () => {
    await stop()
    await answering
  }
}

/** Writes a file under another name and renames it when complete. */
function write(file: string, content: object): void {
  const unfinished = `${file}.${randomUUID()}`
  writeFileSync(unfinished, JSON.stringify(content), { mode: 0o600 })
  renameSync(unfinished, file)
}
