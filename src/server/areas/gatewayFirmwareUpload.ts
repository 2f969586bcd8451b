import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FIRMWARE_TYPE } from '../../contract/firmwareCalls'
import { isProblemError, refusal } from '../http/problems'
import { invalid } from '../http/validate'

/** A file as it arrived. */
export interface Received {
  /** Its descriptor, open while the work lasts. */
  readonly file: number
  /** What the sender called it; only ever shown. */
  readonly fileName: string
  readonly sizeBytes: number
  /** Lower case. */
  readonly sha256: string
}

type Arrived = Omit<Received, 'file'>

/** A file that has lain here for longer than any upload takes was left by a process that died. Milliseconds. */
const ABANDONED_MS = 3_600_000

/** Where files lie while they arrive. */
export function uploadFolder(dataDir: string): string {
  return join(dataDir, 'uploads')
}

/** Deletes what uploads left behind whose process died. */
export async function sweepUploads(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const path of names.map((name) => join(folder, name))) {
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    )
    if (age > ABANDONED_MS) await rm(path, { force: true })
  }
}

/** Receives the one part `file` of a multipart body and hands it to `work`; the file is gone afterwards, whatever happens. */
export async function withUpload<Result>(
  request: FastifyRequest,
  folder: string,
  maxBytes: number,
  work: (received: Received) => Promise<Result>,
): Promise<Result> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  // Opened before anything is read: a stream that opens it by itself may do so after an upload that was cut off has been cleared away.
  const file = await open(path, 'wx+', 0o600)
  try {
    // Without a name it is gone with the process, however that ends. Where a system keeps the name of an open file, it goes at the end.
    await rm(path, { force: true }).catch(() => undefined)
    const received = await receive(request, file, maxBytes)
    return await work({ file: file.fd, ...received })
  } catch (error) {
    // What is still on its way is not kept anywhere, but the sender must get rid of it to read the answer.
    request.raw.unpipe()
    request.raw.resume()
    throw error
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}

async function receive(request: FastifyRequest, to: FileHandle, maxBytes: number): Promise<Arrived> {
  let received: Arrived | null = null
  try {
    const limits = { fileSize: maxBytes, files: 2, fields: 1, parts: 3, headerPairs: 20, fieldSize: 1024 }
    for await (const part of request.parts({ limits })) {
      if (received !== null || part.type !== 'file' || part.fieldname !== 'file') throw notOne()
      received = await write(part, to, maxBytes)
    }
  } catch (error) {
    throw unreadable(error)
  }
  if (received === null) throw notOne()
  return received
}

async function write(part: MultipartFile, to: FileHandle, maxBytes: number): Promise<Arrived> {
  if (part.mimetype !== FIRMWARE_TYPE) throw refusal(415, 'unsupported_type', `The part file has the type ${FIRMWARE_TYPE}`)
  const hash = createHash('sha256')
  const tooLarge = new AbortController()
  let sizeBytes = 0
  part.file.once('limit', () => tooLarge.abort())
  async function keep(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      sizeBytes += chunk.length
      // No stream of the file's own: it would close it.
      await to.writeFile(chunk)
    }
  }
  try {
    await pipeline(part.file, keep, { signal: tooLarge.signal })
  } catch (error) {
    if (!tooLarge.signal.aborted) throw error
  }
  // The reader cuts a file at the limit and goes on as if it were whole.
  if (tooLarge.signal.aborted || part.file.truncated)
    throw refusal(413, 'too_large', `The file is larger than ${maxBytes.toLocaleString('en')} bytes`)
  if (sizeBytes === 0) throw invalid(new Map([['file', 'The file is empty']]))
  return { fileName: shownName(part.filename), sizeBytes, sha256: hash.digest('hex') }
}

function notOne(): Error {
  return invalid(new Map([['file', 'Send the firmware as one part named file, and nothing else']]))
}

/** What the reader throws is the sender's fault, unless the disk says so. */
function unreadable(error: unknown): unknown {
  const known = isProblemError(error) || (error instanceof Error && 'syscall' in error)
  return known ? error : refusal(400, 'bad_request', 'The multipart body cannot be read')
}

/** A name without folders, control characters or excess length; null bytes and the like never reach the row either. */
function shownName(name: string): string {
  const clean = basename(name.replaceAll('\\', '/'))
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
  return clean.slice(0, 200).toWellFormed().trim() || 'firmware.bin'
}
