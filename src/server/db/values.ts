import pg from 'pg'

/** A column of a result: its name and the OID of its type. */
export interface Column {
  readonly name: string
  readonly type: number
}

/** A parameter sent to an engine: text, bytes or null. The server's types determine what the text means. */
export type Wire = string | Uint8Array | null

/** Encodes a value in the same way for both engines: an object as JSON, an array as a PostgreSQL array. Throws for unsupported types. */
export function encode(value: unknown): Wire {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${(value.every(isNumber) ? value : value.map(encodeElement)).join(',')}}`
  if (typeof value === 'object') return JSON.stringify(value)
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  throw new TypeError(`A ${typeof value} is no parameter of a query`)
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

/** Elements that need no quotes in an array literal: most ids, words and timestamps. */
const bare = /^(?!null$)[\w.:+-]+$/i

function encodeElement(value: unknown): string {
  if (typeof value === 'number' || Array.isArray(value)) return encode(value) as string
  const text = encode(value)
  if (text === null) return 'NULL'
  if (typeof text !== 'string') return `"\\\\x${Buffer.from(text).toString('hex')}"`
  return bare.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`
}

/** Decodes rows of PostgreSQL's text to objects. */
export function decode<Row extends object>(columns: readonly Column[], cells: readonly (string | null)[][]): Row[] {
  const parsers = columns.map((column) => parserOf(column.type))
  return cells.map((row) => {
    const result: Record<string, unknown> = {}
    columns.forEach((column, at) => {
      const text = row[at] ?? null
      result[column.name] = text === null ? null : parsers[at]?.(text)
    })
    return result as Row
  })
}

type Parser = (text: string) => unknown

const driverParser = pg.types.getTypeParser as (type: number, format: 'text') => Parser
const textArray = driverParser(1009, 'text') // text[]
const arrayOf = (parse: Parser): Parser => {
  const parseElements = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(parseElements) : typeof value === 'string' ? parse(value) : value
  return (text) => parseElements(textArray(text))
}
const asIs: Parser = (text) => text

/**
 * Parsers for types that `pg` would return as a string or a Date: int8 and numeric become numbers, timestamps ISO 8601 in UTC, dates and
 * intervals text.
 */
const parsers = new Map<number, Parser>([
  [20, Number], // int8
  [1700, Number], // numeric
  [1184, isoInstant], // timestamptz
  [1114, isoInstant], // timestamp
  [1082, asIs], // date
  [1186, asIs], // interval
  [1016, arrayOf(Number)], // int8[]
  [1231, arrayOf(Number)], // numeric[]
  [1185, arrayOf(isoInstant)], // timestamptz[]
  [1115, arrayOf(isoInstant)], // timestamp[]
  [1182, arrayOf(asIs)], // date[]
])

function parserOf(type: number): Parser {
  const known = parsers.get(type)
  if (known !== undefined) return known
  const parse = driverParser(type, 'text')
  parsers.set(type, parse)
  return parse
}

const utc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:\+00)?$/

/** "2026-11-20 08:15:00.5+00" → "2026-11-20T08:15:00.500Z"; truncates to milliseconds. Keeps "infinity". */
function isoInstant(text: string): string {
  const parts = utc.exec(text)
  if (parts !== null) return `${parts[1]}T${parts[2]}.${(parts[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`
  const elsewhere = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  return Number.isNaN(elsewhere.getTime()) ? text : elsewhere.toISOString()
}
