import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** A file in its forms, held in memory: what is not in the list is not there, whatever the path says. */
export interface StaticFile {
  readonly type: string
  readonly etag: string
  readonly plain: Buffer
  readonly br: Buffer | null
  readonly gzip: Buffer | null
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Reads a folder's files by their paths below it, e.g. `/assets/main-1a2b.js`. Hidden ones and unknown types are left out. */
export function readFiles(dir: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  for (const entry of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    const path = `/${entry.replaceAll('\\', '/')}`
    const type = types[extname(path)]
    if (type === undefined || path.includes('/.')) continue
    files.set(path, readStatic(join(dir, entry), type))
  }
  return files
}

function readStatic(file: string, type: string): StaticFile {
  const plain = readFileSync(file)
  const compressed = (extension: string): Buffer | null =>
    existsSync(`${file}.${extension}`) ? readFileSync(`${file}.${extension}`) : null
  return { type, etag: etagOf(plain), plain, br: compressed('br'), gzip: compressed('gz') }
}

/** Makes a file of text that is known only now. */
export function staticText(text: string, type: string): StaticFile {
  const plain = Buffer.from(text)
  return { type, etag: etagOf(plain), plain, br: brotliCompressSync(plain), gzip: gzipSync(plain) }
}

function etagOf(content: Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** The smallest form that an Accept-Encoding header allows. */
export function bestForm(file: StaticFile, accepted: string): { readonly body: Buffer; readonly encoding: string | null } {
  const accepts = (coding: string): boolean =>
    accepted.split(',').some((part) => {
      const [name, ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })
  if (file.br !== null && accepts('br')) return { body: file.br, encoding: 'br' }
  if (file.gzip !== null && accepts('gzip')) return { body: file.gzip, encoding: 'gzip' }
  return { body: file.plain, encoding: null }
}
