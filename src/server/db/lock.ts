import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createJobs, type Jobs } from '../process/jobs'
import { askHolder, listenOn, type NoteSocket } from './lockSocket'
import { processPlace, readNote, waitForSign, writeNote, type Note, type Sleep } from './lockNote'

/** A lock on a folder, until released or until this process dies. */
export interface FolderLock {
  release(): Promise<void>
}

interface Options {
  readonly jobs?: Jobs
  readonly sleep?: Sleep
}

/**
 * Locks the folder for this process, or throws an error that names the holder. Two guards: a socket named after the folder, which the
 * kernel frees as soon as its process dies; and a note in the folder with a heartbeat, for holders whose socket this process cannot see:
 * another machine or container on a shared volume. `address`: this process's URL or command, for messages. Failed heartbeats are recorded.
 */
export async function lockFolder(
  folder: string,
  address: string,
  { jobs = createJobs(), sleep = setTimeout }: Options = {},
): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const note: Note = { id: randomUUID(), pid: process.pid, ...processPlace(), address, since: new Date().toISOString() }
  const socket = await takeSocket(socketName(folder), note, folder)
  try {
    await refuseElsewhere(folder, note, sleep)
    const stopSigning = writeNote(folder, note, jobs)
    return {
      async release() {
        await stopSigning()
        await socket.release()
      },
    }
  } catch (error) {
    await socket.release()
    throw error
  }
}

/** Derives the socket's name: the same for every path to the folder; a folder that was replaced gets another. */
function socketName(folder: string): string {
  const path = realpathSync(folder)
  const { dev, ino } = statSync(path)
  const key = createHash('sha256').update(`${dev}:${ino}:${path}`).digest('hex').slice(0, 32)
  if (process.platform === 'linux') return `\0frond-${key}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\frond-${key}`
  return join(tmpdir(), `frond-${key}.sock`)
}

async function takeSocket(name: string, note: Note, folder: string): Promise<NoteSocket> {
  const held = await listenOn(name, note)
  if (held !== null) return held
  const holder = (await askHolder(name)) ?? readNote(folder)?.note ?? null
  throw inUse(folder, holder === null ? 'another process' : nameOf(holder))
}

/** Throws when the note in the folder belongs to a live holder whose socket this process cannot see. */
async function refuseElsewhere(folder: string, mine: Note, sleep: Sleep): Promise<void> {
  const found = readNote(folder)
  // The writer shared our socket namespace, where its socket no longer exists: it is dead.
  if (found === null || (found.note.host === mine.host && found.note.place === mine.place)) return
  if (await waitForSign(folder, found, sleep)) throw inUse(folder, `${nameOf(found.note)} on ${found.note.host}`)
}

function nameOf(holder: Note): string {
  return `process ${holder.pid} (${holder.address}, since ${holder.since})`
}

function inUse(folder: string, holder: string): Error {
  return Object.assign(
    new Error(`The data folder ${folder} is in use by ${holder}: stop it first, or set FROND_DATA_DIR to another folder`),
    {
      name: 'FolderInUse',
    },
  )
}
