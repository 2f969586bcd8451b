import { readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Jobs } from '../process/jobs'

/** The holder of a folder. */
export interface Note {
  /** Unique per lock. */
  readonly id: string
  readonly pid: number
  readonly host: string
  /** Processes with the same host and place see each other's sockets. Empty where nothing tells: outside Linux. */
  readonly place: string
  /** The holder's public URL or command, for messages. */
  readonly address: string
  /** ISO 8601. */
  readonly since: string
}

/** A note read from a folder, and its last heartbeat. */
interface Found {
  readonly note: Note
  readonly renewedAt: number
}

/** Milliseconds between the holder's heartbeats. */
const SIGN_MS = 3000
/** Milliseconds without a heartbeat after which the holder is dead. */
export const DEAD_MS = 3 * SIGN_MS

/** Waits for `ms` milliseconds. */
export type Sleep = (ms: number) => Promise<void>

const noteFile = (folder: string): string => join(folder, 'lock.json')

/** Identifies where this process runs. Abstract sockets are visible only within a network namespace, until the machine restarts. */
export function processPlace(): Pick<Note, 'host' | 'place'> {
  const read = (what: () => string): string => {
    try {
      return what().trim()
    } catch {
      return ''
    }
  }
  const boot = read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
  const network = read(() => readlinkSync('/proc/self/ns/net'))
  const place = `${boot} ${network}`.trim()
  // Processes that name their sockets by the folder's path do not see those that name them by its inode.
  return { host: hostname(), place: place === '' ? '' : `${place} inode` }
}

/** Reads the note in the folder; null when it is missing or unreadable. */
export function readNote(folder: string): Found | null {
  try {
    const note = JSON.parse(readFileSync(noteFile(folder), 'utf8')) as Note
    if (typeof note.id !== 'string' || typeof note.pid !== 'number') return null
    return { note, renewedAt: statSync(noteFile(folder)).mtimeMs }
  } catch {
    return null
  }
}

/**
 * Writes the note and updates its mtime as a heartbeat; the returned function stops that and deletes the note. Ends this process when another
 * one has taken over, which it does when heartbeats fail to appear.
 */
export function writeNote(folder: string, note: Note, jobs: Jobs): () => Promise<void> {
  const file = noteFile(folder)
  const write = () => writeFileSync(file, `${JSON.stringify(note)}\n`, { mode: 0o600 })
  write()
  const stop = jobs.every('folder_lock', SIGN_MS, async () => {
    const holder = readNote(folder)?.note
    if (holder !== undefined && holder.id !== note.id) {
      // Nothing may be written any more, so nothing is closed.
      process.stderr.write(
        `Frond ended: while it was paused or cut off, process ${holder.pid} on ${holder.host} took over the data folder ${folder}.\n`,
      )
      process.exit(1)
    }
    const now = new Date()
    try {
      utimesSync(file, now, now)
    } catch {
      // The note was deleted, or its folder was replaced.
      write()
    }
  })
  return async () => {
    await stop()
    if (readNote(folder)?.note.id === note.id) rmSync(file, { force: true })
  }
}

/** Resolves with true at the next heartbeat, or with false when the writer is dead. Compares changes only, because clocks may differ. */
export async function waitForSign(folder: string, before: Found, sleep: Sleep): Promise<boolean> {
  for (let waited = 0; waited < DEAD_MS; waited += 100) {
    await sleep(100)
    const now = readNote(folder)
    if (now === null) return false
    if (now.note.id !== before.note.id || now.renewedAt !== before.renewedAt) return true
  }
  return false
}
