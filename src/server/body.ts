import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusal } from './problems'

/** Objects and arrays inside each other. */
const DEPTH_MAX = 32

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads bodies: JSON in UTF-8 and nothing else. What JSON leaves open is refused: a key twice, `__proto__`, deep nesting. An empty body
 * is none: the spec has every request carry the JSON type. spec §7.
 */
export function jsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const charset = /;\s*charset="?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
    if (charset !== undefined && charset.toLowerCase() !== 'utf-8') throw refusal(415, 'unsupported_type', 'Send JSON in UTF-8')
    return body.length === 0 ? undefined : readJson(body)
  })
}

/** The value of a JSON text; throws 400 when it is none, or an ambiguous one. */
export function readJson(bytes: Uint8Array): unknown {
  let text
  let value: unknown
  try {
    text = utf8.decode(bytes)
    value = JSON.parse(text)
  } catch {
    throw refusal(400, 'bad_request', 'The body is not JSON')
  }
  const fault = ambiguity(text)
  if (fault !== null) throw refusal(400, 'bad_request', fault)
  return value
}

/** What different readers of a valid JSON text could understand differently; null when nothing. */
function ambiguity(text: string): string | null {
  // The keys of each object that is open; null for an array.
  const open: (Set<string> | null)[] = []
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === '{' || letter === '[') {
      open.push(letter === '{' ? new Set() : null)
      if (open.length > DEPTH_MAX) return `The body is nested deeper than ${DEPTH_MAX}`
    } else if (letter === '}' || letter === ']') open.pop()
    else if (letter === '"') {
      const end = endOfString(text, at)
      const keys = open.at(-1)
      if (keys && isKey(text, end)) {
        const key: unknown = JSON.parse(text.slice(at, end))
        if (key === '__proto__') return 'The body has a key that is not allowed'
        if (keys.has(String(key))) return `The body has the key ${String(key).slice(0, 60)} twice`
        keys.add(String(key))
      }
      at = end - 1
    }
  }
  return null
}

/** Where the string that begins at `start` is over. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function isKey(text: string, end: number): boolean {
  let at = end
  while (/\s/.test(text[at] ?? '')) at++
  return text[at] === ':'
}
