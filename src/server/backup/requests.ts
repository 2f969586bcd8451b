import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DEAD_MS, readNote, type Sleep } from '../db/lockNote'
import type { Deps } from '../deps'
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
const requestIn = (dataDir: string) => join(dataDir, 'backup-request.json')
const answerIn = (dataDir: string, id: string) => join(dataDir, `backup-${id}.json`)

/** Requests a backup from the server that holds the folder; returns the number of rows. */
export async function requestBackup(dataDir: string, file: string, sleep: Sleep = setTimeout): Promise<number> {
  const id = randomUUID()
  const request = requestIn(dataDir)
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

/** Answers backup requests while the server runs; the returned function stops that. */
export function answerBackups({ db, settings: { dataDir }, jobs }: Deps): () => Promise<void> {
  return jobs.every('backup_requests', LOOK_MS, async () => {
    const place = requestIn(dataDir)
    if (!existsSync(place)) return
    const { id, file } = JSON.parse(readFileSync(place, 'utf8')) as Request
    rmSync(place)
    const answer = await db
      .transaction((tx) => writeBackup(tx, file))
      .then(
        (rows): Answer => ({ rows, error: null }),
        (error: unknown): Answer => ({ rows: null, error: error instanceof Error ? error.message : String(error) }),
      )
    write(answerIn(dataDir, id), answer)
  })
}

/** Writes a file under another name and renames it when complete. */
function write(file: string, content: object): void {
  const unfinished = `${file}.${randomUUID()}`
  writeFileSync(unfinished, JSON.stringify(content), { mode: 0o600 })
  renameSync(unfinished, file)
}
