import type { SchemaDescription, SchemaFieldDescription, SchemaInnerTypeDescription, SchemaObjectDescription } from 'yup'
import { isCalendarDay } from './fields'

type Parts = readonly (readonly [string, SchemaFieldDescription])[]

/**
 * Parses a CSV cell for a field. Text that does not parse is returned unchanged, so that the field's schema reports the error. An empty
 * cell is null in a nullable field, an empty list in a list, and otherwise undefined.
 */
export function cellValue(field: SchemaFieldDescription, text: string): unknown {
  const { type, nullable } = described(field)
  if (type === 'array') return entriesOf(field as SchemaInnerTypeDescription, text)
  if (text === '') return nullable ? null : undefined
  if (type === 'number') return NUMBER.test(text) ? Number(text.replace('−', '-')) : text
  if (type === 'boolean') return flags[text.toLowerCase()] ?? text
  return type === 'string' ? wordOf(field, text) : text
}

const NUMBER = /^[+−-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
const flags: Readonly<Record<string, boolean>> = { true: true, yes: true, 1: true, false: false, no: false, 0: false }

/** Types of a written cell. */
type Cell = string | number | boolean | null

/** Writes a field's value as a cell that `cellValue` parses back; a list that would not survive the round trip is written as JSON. */
export function cellText(field: SchemaFieldDescription, value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (!Array.isArray(value)) return JSON.stringify(value)
  const parts = partsOf(innerOf(field as SchemaInnerTypeDescription))
  const text = value.map((entry: unknown) => entryText(parts, entry)).join('; ')
  return haveEqualEntries(parts, cellValue(field, text), value) ? text : JSON.stringify(value)
}

/** A row as cells by column name; each part of an object has its own column: `care.watering`. */
export function rowCells(fields: SchemaObjectDescription['fields'], row: object, prefix = ''): Record<string, Cell> {
  const values = new Map<string, unknown>(Object.entries(row))
  const cells = Object.entries(fields).map(([name, field]): Record<string, Cell> => {
    const value = values.get(name)
    if (field.type !== 'object') return { [prefix + name]: cellText(field, value) }
    return rowCells((field as SchemaObjectDescription).fields, Object(value) as object, `${prefix}${name}.`)
  })
  return Object.assign({}, ...cells) as Record<string, Cell>
}

function described(field: SchemaFieldDescription): SchemaDescription {
  if (!('tests' in field)) throw new Error(`A cell cannot hold a field of Yup’s type ${field.type}`)
  return field
}

/** One of the field's words in any case, with blanks for underscores; a moment in UTC; or the text unchanged. */
function wordOf(field: SchemaFieldDescription, text: string): string {
  const { oneOf, meta } = described(field)
  const code = text.toLowerCase().replaceAll(' ', '_')
  const word = oneOf.find((each) => typeof each === 'string' && each.toLowerCase() === code)
  if (typeof word === 'string') return word
  return Object(meta)['format'] === 'date-time' ? momentOf(text) : text
}

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/

/** Reads a date as its start, and a time without a zone, in UTC. */
function momentOf(text: string): string {
  const [, day, time = '00:00', zone = 'Z'] = MOMENT.exec(text) ?? []
  const moment = new Date(`${day}T${time}${zone}`)
  return Number.isNaN(moment.getTime()) || !isCalendarDay(text) ? text : moment.toISOString()
}

/** Entries separated by semicolons, or JSON. */
function entriesOf(field: SchemaInnerTypeDescription, text: string): unknown[] {
  const inner = innerOf(field)
  const parts = partsOf(inner)
  return (
    jsonEntries(text) ??
    text
      .split(';')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map((entry) => (parts === null ? cellValue(inner, entry) : objectOf(parts, entry)))
  )
}

function innerOf({ innerType }: SchemaInnerTypeDescription): SchemaFieldDescription {
  const inner = Array.isArray(innerType) ? innerType[0] : innerType
  if (inner === undefined) throw new Error('The schema of a list must have a type of entries')
  return inner
}

/** The parts of an object, in order; null for a field that holds no object. */
function partsOf(field: SchemaFieldDescription): Parts | null {
  return field.type === 'object' ? Object.entries((field as SchemaObjectDescription).fields) : null
}

/** A JSON array of words or of objects of words; null for anything else. */
function jsonEntries(text: string): unknown[] | null {
  if (!text.startsWith('[') || text.includes('__proto__')) return null
  try {
    const entries: unknown = JSON.parse(text)
    const isWord = (value: unknown) => typeof value !== 'object' || value === null
    const isFlat = (entry: unknown) => isWord(entry) || (!Array.isArray(entry) && Object.values(entry as object).every(isWord))
    return Array.isArray(entries) && entries.every(isFlat) ? entries : null
  } catch {
    return null
  }
}

/** "en: Swiss cheese plant" → `{ lang: 'en', name: 'Swiss cheese plant' }`: the last part takes the remaining text. */
function objectOf(parts: Parts, entry: string): object {
  const texts = entry.split(':')
  const last = parts.length - 1
  const values = parts.map(([name, field], at): [string, unknown] => {
    const text = at === last ? texts.slice(last).join(':') : (texts[at] ?? '')
    return [name, cellValue(field, text.trim())]
  })
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

function entryText(parts: Parts | null, entry: unknown): string {
  if (parts === null || typeof entry !== 'object' || entry === null) return String(entry)
  const values = new Map<string, unknown>(Object.entries(entry))
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  return parts.map(([name]) => text(values.get(name))).join(': ')
}

/** Whether two lists hold equal entries in the same order. */
function haveEqualEntries(parts: Parts | null, one: unknown, other: readonly unknown[]): boolean {
  const key = (entry: unknown) =>
    parts === null || typeof entry !== 'object' || entry === null
      ? JSON.stringify(entry)
      : JSON.stringify(parts.map(([name]): unknown => new Map<string, unknown>(Object.entries(entry)).get(name) ?? null))
  return Array.isArray(one) && one.length === other.length && one.every((entry, at) => key(entry) === key(other[at]))
}
