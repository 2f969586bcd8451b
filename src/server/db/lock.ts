import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { makeDataFolder } from '../process/dataFolder'
import { createJobs, type Jobs } from '../process/jobs'
import { sha256 } from '../process/sha256'
import { askHolder, listenOn, type NoteSocket } from './lockSocket'
import { processPlace, readNote, waitForSign, writeNote, type Note, type Sleep } from './lockNote'

/** A lock on a folder, until released or until this process dies. */
export interface FolderLock {
  release(): Promise<void>
}

interface Options {
  readonly jobs?: Jobs
  readonly sleep?: Sleep
  readonly where?: Pick<Note, 'host' | 'place'>
}

/**
 * Locks the folder for this process, or throws an error that names the holder. Two guards: a socket named after the folder, which the
 * kernel frees as soon as its process dies; and a note in the folder with a heartbeat, for holders whose socket this process cannot see:
 * another machine or container on a shared volume. `address`: this process's URL or command, for messages. Failed heartbeats are recorded.
 */
export async function lockFolder(
  folder: string,
  address: string,
  { jobs = createJobs(), sleep = setTimeout, where = processPlace() }: Options = {},
): Promise<FolderLock> {
  makeDataFolder(folder)
  const note: Note = { id: randomUUID(), pid: process.pid, ...where, address, since: new Date().toISOString() }
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

/** Derives the socket's name: the same for every path to the folder, also in a container; a folder that was replaced gets another. */
function socketName(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true })
  const key = sha256(`${dev}:${ino}`).slice(0, 32)
  if (process.platform === 'linux') return `\0frond-${key}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\frond-${key}`
  // The folder for temporary files may differ between processes, by TMPDIR.
  return `/tmp/frond-${key}.sock`
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
  if (found === null) return
  const { host, place } = found.note
  // The writer shared our socket namespace, where its socket no longer exists: it is dead.
  if (place !== '' && host === mine.host && place === mine.place) return
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
