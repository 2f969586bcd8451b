import { rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Note } from './lockNote'

/** A socket that this process listens on; a client that connects receives the note. */
export interface NoteSocket {
  release(): Promise<void>
}

/** A socket file outlives its process; abstract sockets and pipes do not. */
const leavesFile = (name: string): boolean => name.startsWith('/')

/** Listens on the socket; null when another live process does. */
export async function listenOn(name: string, note: Note): Promise<NoteSocket | null> {
  const server = await listen(name, note)
  if (server !== null) return noteSocketOf(server)
  if (!leavesFile(name) || (await hasListener(name))) return null
  // A dead process left the file. When two processes replace it at once, the later one wins; the other detects that here.
  rmSync(name, { force: true })
  const successor = await listen(name, note)
  if (successor === null) return null
  await sleep(100)
  if ((await askHolder(name))?.id === note.id) return noteSocketOf(successor)
  await noteSocketOf(successor).release()
  return null
}

/** Reads the note of the listening process; null when it does not answer within a second. */
export async function askHolder(name: string): Promise<Note | null> {
  const text = await new Promise<string>((resolve) => {
    const socket = connect(name)
    let received = ''
    const end = (): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(received)
    }
    const timer = setTimeout(end, 1000)
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => (received += part))
    socket.on('end', end)
    socket.on('error', end)
  })
  try {
    return JSON.parse(text) as Note
  } catch {
    return null
  }
}

function hasListener(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(name)
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

function listen(name: string, note: Note): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      // The process that asked is gone, and with it the question.
      socket.on('error', () => undefined)
      socket.end(JSON.stringify(note))
    })
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)))
    server.listen(name, () => {
      server.unref()
      resolve(server)
    })
  })
}

function noteSocketOf(server: Server): NoteSocket {
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}
