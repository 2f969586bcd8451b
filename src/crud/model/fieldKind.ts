import {
  ArraySchema,
  isSchema,
  ObjectSchema,
  type AnyObject,
  type SchemaDescription,
  type SchemaFieldDescription,
  type SchemaInnerTypeDescription,
} from 'yup'
import { isRecord } from '../../api/json'
import { resourceNamed } from '../../contract/resource'
import type { AnyResource } from './declaration'

/** The contract's description of a field, as an input needs it. */
export interface FieldKind {
  /**
   * lines: a text of several lines. flag: a boolean. choice: a word of a closed list. words: a list of texts. list: an ordered list of objects of
   * one shape. parts: a single such object.
   */
  readonly type: 'text' | 'lines' | 'number' | 'flag' | 'choice' | 'words' | 'reference' | 'references' | 'list' | 'parts'
  readonly label: string
  readonly required: boolean
  /** Whether null is allowed. A field that is neither nullable nor required gets its value from the server when omitted. */
  readonly nullable: boolean
  /** For numbers. */
  readonly unit: string | undefined
  readonly whole: boolean
  /** An ISO 8601 moment. */
  readonly moment: boolean
  /** For words: email addresses. */
  readonly addresses: boolean
  /** An IANA time zone. */
  readonly zone: boolean
  /** For choices. */
  readonly choices: readonly string[]
  /** For references, single or several: the resource whose rows are offered. */
  readonly target: AnyResource | undefined
  /** For list and parts: the shape of one object. */
  readonly inner: ObjectSchema<AnyObject> | undefined
}

/** Longer texts get a multi-line input. */
const ONE_LINE = 200

/** Derives a field's kind from its schema; `care.watering` addresses a part. */
export function kindOf(schema: ObjectSchema<AnyObject>, name: string): FieldKind {
  const dot = name.indexOf('.')
  const inner = dot === -1 ? undefined : kindOf(schema, name.slice(0, dot)).inner
  if (inner !== undefined) return kindOf(inner, name.slice(dot + 1))
  const field = schema.fields[name]
  if (!isSchema(field)) throw new Error(`The contract has no field ${name}`)
  return schemaKind(field, name)
}

/** Cached, because every cell of a list asks and schemas never change. */
const cache = new WeakMap<object, FieldKind>()

/** Derives the kind of a filter's or any other single value. */
export function schemaKind(schema: { describe(): SchemaFieldDescription }, name: string): FieldKind {
  const cached = cache.get(schema)
  if (cached !== undefined) return cached
  const described = schema.describe()
  if (!('tests' in described)) throw new Error(`The schema of ${name} has no description that an input can use`)
  const kind = describedKind(described, name, innerOf(schema))
  cache.set(schema, kind)
  return kind
}

/** The shape of the objects in a field, one or many. */
function innerOf(schema: object): ObjectSchema<AnyObject> | undefined {
  const one: unknown = schema instanceof ArraySchema ? schema.innerType : schema
  return one instanceof ObjectSchema ? (one as ObjectSchema<AnyObject>) : undefined
}

function describedKind(described: SchemaDescription, name: string, inner: FieldKind['inner']): FieldKind {
  const choices = described.oneOf.filter((word): word is string => typeof word === 'string')
  const target = referenceOf(described) ?? entriesOf(described)
  return {
    type: inner === undefined ? typeOf(described, choices, target) : described.type === 'array' ? 'list' : 'parts',
    label: described.label ?? name,
    required: !described.optional && !described.nullable,
    nullable: described.nullable,
    unit: metaText(described, 'unit'),
    whole: described.tests.some((test) => test.name === 'integer'),
    moment: metaText(described, 'format') === 'date-time',
    addresses: metaText(described, 'entries') === 'addresses',
    zone: described.tests.some((test) => test.name === 'zone'),
    choices,
    target,
    inner,
  }
}

function typeOf(described: SchemaDescription, choices: readonly string[], target: AnyResource | undefined): FieldKind['type'] {
  if (target !== undefined) return described.type === 'array' ? 'references' : 'reference'
  if (choices.length > 0) return 'choice'
  // A web address has one line, however long.
  if (metaText(described, 'format') === 'uri') return 'text'
  const max = described.tests.find((test) => test.name === 'max')?.params?.['max']
  const types: Readonly<Record<string, FieldKind['type']>> = { number: 'number', boolean: 'flag', array: 'words' }
  return types[described.type] ?? (typeof max === 'number' && max > ONE_LINE ? 'lines' : 'text')
}

function referenceOf(described: SchemaDescription): AnyResource | undefined {
  const name = metaText(described, 'reference')
  // The map of loaded resources has erased the type.
  return name === undefined ? undefined : (resourceNamed(name) as unknown as AnyResource)
}

/** The resource that the entries of a list refer to. */
function entriesOf(described: SchemaDescription): AnyResource | undefined {
  if (!('innerType' in described)) return undefined
  const { innerType } = described as SchemaInnerTypeDescription
  const entry = Array.isArray(innerType) ? innerType[0] : innerType
  return isPlain(entry) ? referenceOf(entry) : undefined
}

function isPlain(field: SchemaFieldDescription | undefined): field is SchemaDescription {
  return field !== undefined && 'tests' in field
}

function metaText({ meta }: SchemaDescription, key: string): string | undefined {
  const value: unknown = isRecord(meta) ? meta[key] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}
