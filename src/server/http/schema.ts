import type { Schema, SchemaDescription, SchemaFieldDescription, SchemaInnerTypeDescription, SchemaObjectDescription } from 'yup'

/** JSON Schema (draft 2020-12), as far as the contract needs it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

type Meta = Readonly<Partial<Record<'description' | 'format' | 'unit' | 'reference' | 'map', string>>>
type Tests = SchemaDescription['tests']

/**
 * Converts a Yup schema of the contract to JSON Schema, for OpenAPI and for the serializer, which writes answers twice as fast with it.
 * `complete`: an answer, in which every property is present, if only as null. Throws for Yup types without a conversion.
 */
export function jsonSchema(schema: Pick<Schema, 'describe'>, { complete = false } = {}): JsonSchema {
  const described = ofField(schema.describe())
  return complete ? { ...described, required: Object.keys(described['properties'] ?? {}) } : described
}

function ofField(field: SchemaFieldDescription): JsonSchema {
  if (!('tests' in field)) throw new Error(`JSON Schema of a Yup ${field.type} is not written yet`)
  const meta: Meta = field.meta ?? {}
  const described = {
    ...(field.label !== undefined && { title: field.label }),
    ...describedBy(meta),
    ...(meta.format !== undefined && { format: meta.format }),
    ...(meta.unit !== undefined && meta.unit !== '' && { 'x-unit': meta.unit }),
    ...(meta.reference !== undefined && { 'x-reference': meta.reference }),
  }
  // Any value.
  if (field.type === 'mixed') return described
  const type = typeOf(field)
  const nullable = field.nullable ? { type: [type, 'null'] } : { type }
  return { ...nullable, ...described, ...enumeration(field), ...limits(field), ...content(field, meta) }
}

function describedBy({ description, unit }: Meta): JsonSchema {
  const parts = [description, unit ? `In ${unit}.` : undefined].filter((part) => part !== undefined)
  return parts.length === 0 ? {} : { description: parts.join(' ') }
}

function typeOf({ type, tests }: SchemaDescription): string {
  return type === 'number' && tests.some(({ name }) => name === 'integer') ? 'integer' : type
}

function enumeration({ oneOf, nullable }: SchemaDescription): JsonSchema {
  const words = oneOf.filter((word) => typeof word === 'string' || typeof word === 'number')
  return words.length === 0 ? {} : { enum: nullable ? [...words, null] : words }
}

const keywords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  string: { min: 'minLength', max: 'maxLength' },
  number: { min: 'minimum', max: 'maximum' },
  array: { min: 'minItems', max: 'maxItems' },
}

function limits({ type, tests }: SchemaDescription): JsonSchema {
  const found: Record<string, unknown> = {}
  for (const name of ['min', 'max']) {
    const keyword = keywords[type]?.[name]
    const limit = paramOf(tests, name, name)
    if (keyword !== undefined && typeof limit === 'number') found[keyword] = limit
  }
  const pattern = paramOf(tests, 'matches', 'regex')
  if (pattern instanceof RegExp) found['pattern'] = pattern.source
  return found
}

function paramOf(tests: Tests, test: string, param: string): unknown {
  return tests.find(({ name }) => name === test)?.params?.[param]
}

function content(field: SchemaDescription, meta: Meta): JsonSchema {
  if (field.type === 'array') return { items: ofItems(field) }
  return field.type === 'object' ? ofObject(field as SchemaObjectDescription, meta) : {}
}

function ofItems({ innerType }: SchemaInnerTypeDescription): JsonSchema {
  const inner = Array.isArray(innerType) ? innerType[0] : innerType
  return inner === undefined ? {} : ofField(inner)
}

function ofObject({ fields, tests }: SchemaObjectDescription, { map }: Meta): JsonSchema {
  if (map !== undefined) return { additionalProperties: map === 'any' ? true : { type: map } }
  const required = Object.keys(fields).filter((name) => isRequired(fields[name]))
  const closed = tests.some(({ name }) => name === 'noUnknown')
  return {
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, ofField(field)])),
    ...(required.length > 0 && { required }),
    ...(closed && { additionalProperties: false }),
  }
}

function isRequired(field: SchemaFieldDescription | undefined): boolean {
  return field !== undefined && 'optional' in field && !field.optional
}
