import { isSchema, type AnyObject, type ObjectSchema, type SchemaDescription, type SchemaFieldDescription } from 'yup'
import { resources } from '../contract'
import type { AnyResource } from './declaration'

/** What the contract says of a field, as an input needs it. */
export interface FieldKind {
  readonly type: 'text' | 'lines' | 'number' | 'flag' | 'choice' | 'words' | 'reference'
  readonly label: string
  readonly required: boolean
  /** Of a number. */
  readonly unit: string | undefined
  readonly whole: boolean
  /** An ISO 8601 moment. */
  readonly moment: boolean
  /** Of a choice. */
  readonly choices: readonly string[]
  /** Of a reference: the resource whose rows it offers. */
  readonly target: AnyResource | undefined
}

/** Text longer than this gets several lines. */
const ONE_LINE = 200

/** Reads a field's kind from the schema that validates it. */
export function kindOf(schema: ObjectSchema<AnyObject>, name: string): FieldKind {
  const field = schema.fields[name]
  if (!isSchema(field)) throw new Error(`The contract has no field ${name}`)
  return schemaKind(field, name)
}

/** Every cell of a list asks; a schema never changes. */
const known = new WeakMap<object, FieldKind>()

/** Reads the kind of a filter's or any other single value. */
export function schemaKind(schema: { describe(): SchemaFieldDescription }, name: string): FieldKind {
  const before = known.get(schema)
  if (before !== undefined) return before
  const described = schema.describe()
  if (!('tests' in described)) throw new Error(`The contract says too little of ${name}`)
  const kind = describedKind(described, name)
  known.set(schema, kind)
  return kind
}

function describedKind(described: SchemaDescription, name: string): FieldKind {
  const choices = described.oneOf.filter((word): word is string => typeof word === 'string')
  const target = referenceOf(described)
  return {
    type: typeOf(described, choices, target),
    label: described.label ?? name,
    required: !described.optional && !described.nullable,
    unit: metaText(described, 'unit'),
    whole: described.tests.some((test) => test.name === 'integer'),
    moment: metaText(described, 'format') === 'date-time',
    choices,
    target,
  }
}

function typeOf(described: SchemaDescription, choices: readonly string[], target: AnyResource | undefined): FieldKind['type'] {
  if (target !== undefined) return 'reference'
  if (choices.length > 0) return 'choice'
  const max = described.tests.find((test) => test.name === 'max')?.params?.['max']
  const types: Readonly<Record<string, FieldKind['type']>> = { number: 'number', boolean: 'flag', array: 'words' }
  return types[described.type] ?? (typeof max === 'number' && max > ONE_LINE ? 'lines' : 'text')
}

function referenceOf(described: SchemaDescription): AnyResource | undefined {
  const name = metaText(described, 'reference')
  return name === undefined ? undefined : resources.map(forgotten).find((resource) => resource.name === name)
}

function metaText({ meta }: SchemaDescription, key: string): string | undefined {
  const value: unknown = typeof meta === 'object' ? Object.entries(meta).find(([name]) => name === key)?.[1] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

function forgotten(resource: (typeof resources)[number]): AnyResource {
  return resource
}
