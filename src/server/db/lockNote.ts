import { readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Who holds a folder. */
export interface Note {
  /** Of this very lock. */
  readonly id: string
  readonly pid: number
  readonly host: string
  /** Processes of the same host and place see each other's sockets. */
  readonly place: string
  /** Where it serves. */
  readonly address: string
  /** ISO 8601. */
  readonly since: string
}

/** A note as it was found, and when it was last renewed. */
interface Found {
  readonly note: Note
  readonly renewedAt: number
}

/** Waits so many milliseconds. */
export type Sleep = (ms: number) => Promise<void>

const noteFile = (folder: string): string => join(folder, 'lock.json')

/** Where this process runs. Abstract sockets end at the border of a network namespace, and at a restart of the machine. */
export function here(): Pick<Note, 'host' | 'place'> {
  const read = (what: () => string): string => {
    try {
      return what().trim()
    } catch {
      return ''
    }
  }
  const boot = read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
  const network = read(() => readlinkSync('/proc/self/ns/net'))
  return { host: hostname(), place: `${boot} ${network}`.trim() }
}

/** The note in the folder; null when there is none that can be read. */
export function readNote(folder: string): Found | null {
  try {
    const note = JSON.parse(readFileSync(noteFile(folder), 'utf8')) as Note
    if (typeof note.id !== 'string' || typeof note.pid !== 'number') return null
    return { note, renewedAt: statSync(noteFile(folder)).mtimeMs }
  } catch {
    return null
  }
}

/** Writes the note and renews its time while this process lives; the answer ends that and takes the note away. */
export function writeNote(folder: string, note: Note, signMs: number): () => void {
  const file = noteFile(folder)
  writeFileSync(file, `${JSON.stringify(note)}\n`, { mode: 0o600 })
  const timer = setInterval(() => {
    const now = new Date()
    try {
      utimesSync(file, now, now)
    } catch {
      writeFileSync(file, `${JSON.stringify(note)}\n`, { mode: 0o600 })
    }
  }, signMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    if (readNote(folder)?.note.id === note.id) rmSync(file, { force: true })
  }
}

/** True as soon as the note is renewed; false when that has not happened for `ms`: then its writer is gone. Clocks may differ: only change counts. */
export async function waitForSign(folder: string, before: Found, ms: number, sleep: Sleep): Promise<boolean> {
  for (let waited = 0; waited < ms; waited += 100) {
    await sleep(100)
    const now = readNote(folder)
    if (now === null) return false
    if (now.note.id !== before.note.id || now.renewedAt !== before.renewedAt) return true
  }
  return false
}
