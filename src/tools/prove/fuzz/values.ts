import type { JsonSchema } from '../../../server/http/schema'
import type { Dice } from '../dice'
import type { Known } from '../known'
import type { Document } from '../operations'

/** The inputs of values. */
export interface ValueSource {
  readonly dice: Dice
  readonly known: Known
  readonly schemas: Document['components']['schemas']
  /** A field's value where the schema does not say enough; undefined: not known. */
  readonly named: (field: string) => unknown
}

/** Deepest nesting of objects: without a limit, a schema that refers to itself would never end. */
const DEPTH_MAX = 6

/** Makes a value that the schema accepts, as far as the schema tells; `field` is the name of its field. */
export function valueOf(given: JsonSchema, field: string, source: ValueSource, depth = 0): unknown {
  const { dice, known } = source
  const schema = resolved(given, source)
  const ways = schema['anyOf']
  if (Array.isArray(ways)) return valueOf(dice.pick(ways as JsonSchema[]), field, source, depth)
  const [type, isNullable] = typeOf(schema)
  if (isNullable && dice.often(0.15)) return null
  const words = schema['enum']
  if (Array.isArray(words)) return dice.pick(words.filter((word) => word !== null))
  const named = source.named(field)
  if (named !== undefined) return named
  if (type === 'boolean') return dice.often(0.5)
  if (type === 'integer' || type === 'number') return numberOf(schema, type, dice)
  if (type === 'array') return listOf(schema, field, source, depth)
  if (type === 'object') return depth > DEPTH_MAX ? {} : objectOf(schema, source, depth)
  const reference = schema['x-reference']
  if (typeof reference === 'string') {
    const rows = known.rowsNamed(reference)
    return rows.length > 0 ? dice.pick(rows).id : known.anyId(dice)
  }
  if (schema['format'] === 'uuid') return known.anyId(dice)
  if (schema['format'] === 'date-time') return new Date(Date.now() - dice.whole(4e9) + 1e9).toISOString()
  return textOf(schema, dice)
}

function resolved(schema: JsonSchema, { schemas }: ValueSource): JsonSchema {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined
  return name === undefined ? schema : (schemas[name] ?? {})
}

function typeOf({ type }: JsonSchema): [type: string, isNullable: boolean] {
  if (!Array.isArray(type)) return [typeof type === 'string' ? type : 'object', false]
  return [String(type.find((one) => one !== 'null')), type.includes('null')]
}

function numberOf(schema: JsonSchema, type: string, dice: Dice): number {
  const [min, max] = [Number(schema['minimum'] ?? 0), Math.min(Number(schema['maximum'] ?? 1000), 1e12)]
  const value = dice.pick([min, max, min + (max - min) * dice.next(), min + Math.min(max - min, 20) * dice.next()])
  return type === 'integer' ? Math.round(value) : value
}

function listOf(schema: JsonSchema, field: string, source: ValueSource, depth: number): unknown[] {
  const count = Number(schema['minItems'] ?? 0) + source.dice.whole(3)
  const items = (schema['items'] ?? {}) as JsonSchema
  return Array.from({ length: count }, () => valueOf(items, field, source, depth + 1))
}

function objectOf(schema: JsonSchema, source: ValueSource, depth: number): Record<string, unknown> {
  const required = new Set((schema['required'] ?? []) as readonly string[])
  const entries = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>)
  const chosen = entries.filter(([name]) => required.has(name) || source.dice.often(0.6))
  return Object.fromEntries(chosen.map(([name, part]) => [name, valueOf(part, name, source, depth + 1)]))
}

function textOf(schema: JsonSchema, dice: Dice): string {
  const min = Number(schema['minLength'] ?? 1)
  const length = min + dice.whole(Math.max(1, Math.min(Number(schema['maxLength'] ?? 40), 40) - min))
  const letters = 'abcdefghijklmnopqrstuvwxyz ÄÖß漢0123456789'
  const text = Array.from({ length }, () => letters[dice.whole(letters.length)]).join('')
  return text.trim().padEnd(min, 'x')
}

/** Picks a value that careless code fails on, whatever the schema. */
export function hostileValue(dice: Dice): unknown {
  return dice.pick<() => unknown>([
    () => '',
    () => null,
    () => true,
    () => [],
    () => ({}),
    () => [[[[]]]],
    () => -1,
    () => 1e308,
    () => 2 ** 53 + 2,
    () => 2 ** 31,
    () => 0.1,
    () => '\0',
    () => '\ud800',
    () => 'x'.repeat(20_000),
    () => "'; drop table users; --",
    () => '<script>alert(1)</script>',
    () => '%',
    () => '\\',
    () => '2026-02-30T00:00:00.000Z',
    () => 'infinity',
    () => 'NaN',
    () => '\u202egnirts',
    () => '👩‍🌾'.repeat(9),
    () => '01890000-0000-7000-8000-000000000000',
    () => ({ __proto__: null, constructor: { prototype: { admin: true } } }),
    () => Array.from({ length: 1001 }, () => 'a'),
  ])()
}

/** Replaces, omits or adds one part of a value, at any depth. */
export function spoiled(value: unknown, dice: Dice): unknown {
  if (typeof value !== 'object' || value === null || dice.often(0.2)) return hostileValue(dice)
  if (Array.isArray(value)) {
    if (value.length === 0) return [hostileValue(dice)]
    const place = dice.whole(value.length)
    return value.map((one, at) => (at === place ? spoiled(one, dice) : one))
  }
  const names = Object.keys(value)
  const record = value as Record<string, unknown>
  if (names.length === 0 || dice.often(0.15))
    return { ...record, [dice.pick(['role', 'id', 'version', '__proto__x', 'constructor', 'x'])]: hostileValue(dice) }
  const name = dice.pick(names)
  if (dice.often(0.2)) return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name))
  return { ...record, [name]: spoiled(record[name], dice) }
}
