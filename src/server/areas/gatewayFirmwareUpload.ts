import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FIRMWARE_TYPE } from '../../contract/firmwareCalls'
import { grouped } from '../../contract/grouped'
import { invalid, isProblemError, refusal } from '../http/problems'

/** A received file. */
export interface Received {
  /** Its descriptor, open until the work is done. */
  readonly file: number
  /** The client's name of it; for display only. */
  readonly fileName: string
  readonly sizeBytes: number
  /** Lower case. */
  readonly sha256: string
}

type Arrived = Omit<Received, 'file'>

/** The folder of files being received. */
export function uploadFolder(dataDir: string): string {
  return join(dataDir, 'uploads')
}

/** Deletes files that a killed process left where the system keeps the name of an open file. No other process uses the folder. */
export async function sweepUploads(folder: string): Promise<void> {
  // The first upload makes the folder. One that cannot be read fails the next upload, which says so.
  const names = await readdir(folder).catch(() => [])
  await Promise.allSettled(names.map((name) => rm(join(folder, name), { force: true })))
}

/** Receives the single part `file` of a multipart body and passes it to `work`; deletes the file in any case. */
export async function withUpload<Result>(
  request: FastifyRequest,
  folder: string,
  maxBytes: number,
  work: (received: Received) => Promise<Result>,
): Promise<Result> {
  const path = join(folder, randomUUID())
  let file: FileHandle | null = null
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Opens the file before reading: a stream that opens it by itself might do so after an aborted upload has been cleaned up.
    file = await open(path, 'wx+', 0o600)
    // Unlinks the open file, so that it vanishes with the process. Where a system keeps the name of an open file, it is deleted at the end.
    await rm(path, { force: true }).catch(() => undefined)
    const received = await receive(request, file, maxBytes)
    return await work({ file: file.fd, ...received })
  } catch (error) {
    // Discards the rest of the body: the client must finish sending before it reads the answer.
    request.raw.unpipe()
    request.raw.resume()
    throw isDiskFull(error) ? noRoom(error) : error
  } finally {
    await file?.close()
    await rm(path, { force: true })
  }
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

function noRoom(cause: unknown): Error {
  const sentence = 'The server has no room for this file. Its operator must free space in the data folder'
  return Object.assign(refusal(507, 'unavailable', sentence), { cause })
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
  if (part.mimetype !== FIRMWARE_TYPE) throw refusal(415, 'unsupported_type', `The part file must have the type ${FIRMWARE_TYPE}`)
  const hash = createHash('sha256')
  const tooLarge = new AbortController()
  let sizeBytes = 0
  part.file.once('limit', () => tooLarge.abort())
  async function writeChunks(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      sizeBytes += chunk.length
      // Not a stream of the file's own, which would close it.
      await to.writeFile(chunk)
    }
  }
  try {
    await pipeline(part.file, writeChunks, { signal: tooLarge.signal })
  } catch (error) {
    if (!tooLarge.signal.aborted) throw error
  }
  // The parser truncates a file at the limit without an error.
  if (tooLarge.signal.aborted || part.file.truncated)
    throw refusal(413, 'too_large', `The file is larger than ${grouped(maxBytes)} bytes`)
  if (sizeBytes === 0) throw invalid(new Map([['file', 'The file is empty']]))
  return { fileName: shownName(part.filename), sizeBytes, sha256: hash.digest('hex') }
}

function notOne(): Error {
  return invalid(new Map([['file', 'Send the firmware as one part named file, and nothing else']]))
}

/** Converts the parser's errors to 400; errors of the disk stay. */
function unreadable(error: unknown): unknown {
  const known = isProblemError(error) || (error instanceof Error && 'syscall' in error)
  return known ? error : refusal(400, 'bad_request', 'The multipart body cannot be read')
}

/** Cleans a file name: no folders, no control characters such as NUL, at most 200 characters. */
function shownName(name: string): string {
  const clean = basename(name.replaceAll('\\', '/'))
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
  return clean.slice(0, 200).toWellFormed().trim() || 'firmware.bin'
}
