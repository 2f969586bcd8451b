import { ArraySchema, isSchema, ObjectSchema, ValidationError, type AnyObject, type Schema, type SchemaDescription } from 'yup'
import type { Resource } from '../../contract/resource'

/** Ids of rows that a sample may refer to, by their resource's name. */
export type References = Readonly<Record<string, string>>

/** Makes names that no other row has: all names of a run share a prefix. */
export interface Namer {
  /** The prefix of every name of the run, e.g. `Conformance k3f9`. */
  readonly prefix: string
  /** The run's own word in them, e.g. `k3f9`. */
  readonly word: string
  next(): number
  /** Makes a new Idempotency-Key. */
  key(): string
}

/** Makes the names of a run; its word tells it from other runs. */
export function createNamer(
  word = Math.floor(Math.random() * 36 ** 4)
    .toString(36)
    .padStart(4, '0'),
): Namer {
  let count = 0
  const next = () => (count += 1)
  return { prefix: `Conformance ${word}`, word, next, key: () => `conformance-${word}-${next()}` }
}

/** Names the resources to which a row must refer. */
export function neededReferences({ draft }: Pick<Resource, 'draft'>): string[] {
  const fields = Object.values(schemasOf(draft))
  return [...new Set(fields.filter(isNeeded).flatMap((schema) => referenceOf(schema) ?? []))]
}

/**
 * Builds a body that creates a row, from the contract's description of each field: fills everything except optional references. A field
 * that a rule over several fields rejects gets its next value, until all rules pass.
 */
export function sampleDraft({ name, draft }: Pick<Resource, 'name' | 'draft'>, namer: Namer, references: References): AnyObject {
  const choices = choicesOf(draft, namer.next(), namer, references)
  const places = new Map(Object.keys(choices).map((field) => [field, 0]))
  for (;;) {
    const sample = Object.fromEntries(
      Object.entries(choices).flatMap(([field, values]) => {
        const value = values[places.get(field) ?? 0]
        return value === undefined ? [] : [[field, value]]
      }),
    )
    const faulty = faultyFields(draft, sample)
    if (faulty.length === 0) return sample
    for (const field of faulty) {
      const place = (places.get(field) ?? 0) + 1
      places.set(field, place)
      if (choices[field] === undefined || place > choices[field].length)
        throw new Error(`No sample of ${name} is found that its contract accepts: ${field}`)
    }
  }
}

/** Returns another value for a field, as `sampleDraft` would choose it for a further row. */
export function anotherValue({ draft }: Pick<Resource, 'draft'>, field: string, namer: Namer): unknown {
  return choicesOf(draft, namer.next(), namer, {})[field]?.[0]
}

/** Returns the draft's field that names the row, alone or with others. */
export function namingField({ title, uniqueTogether, draft }: Pick<Resource, 'title' | 'uniqueTogether' | 'draft'>): string {
  return [...uniqueTogether, title].find((field) => field in draft.fields) ?? Object.keys(draft.fields)[0] ?? ''
}

/** Lists the fields that a body must have. */
export function requiredFields(draft: Resource['draft']): string[] {
  return Object.entries(schemasOf(draft)).flatMap(([field, schema]) => (isNeeded(schema) ? [field] : []))
}

/** Lists values for each field, each valid by itself, the first choice first. */
function choicesOf(draft: Resource['draft'], n: number, namer: Namer, references: References): Record<string, unknown[]> {
  const chosen = Object.entries(schemasOf(draft)).map(([field, schema]) => {
    const target = referenceOf(schema)
    const values = target === undefined ? valuesOf(schema, n, namer) : referringValues(schema, references[target])
    return [field, values.filter((value) => schema.isValidSync(value, { strict: true }))] as const
  })
  return Object.fromEntries(chosen)
}

/** Leaves an optional reference empty: the backend may have rules about it that no schema shows. */
function referringValues(schema: Schema, id: string | undefined): unknown[] {
  if (id === undefined || !isNeeded(schema)) return []
  return schema instanceof ArraySchema ? [[id]] : [id]
}

function valuesOf(schema: Schema, n: number, namer: Namer): unknown[] {
  const described = schema.describe()
  const words = described.oneOf.filter((word) => word !== null)
  if (words.length > 0) return words
  if (schema instanceof ObjectSchema) return [partsOf(schema, n, namer)]
  if (schema instanceof ArraySchema)
    return isSchema(schema.innerType) ? valuesOf(schema.innerType as Schema, n, namer).map((one) => [one]) : []
  if (described.type === 'boolean') return [false, true]
  return described.type === 'number' ? numbers(described) : texts(n, namer)
}

function partsOf(schema: Shape, n: number, namer: Namer): AnyObject {
  const parts = Object.entries(schemasOf(schema)).map(([field, part]) => {
    const values = valuesOf(part, n, namer)
    return [field, values.find((value) => part.isValidSync(value, { strict: true }))] as const
  })
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined))
}

/** Makes a text of every shape that a field may require: a name, a short one, an EUI, a version, an address, codes. */
function texts(n: number, { prefix, word }: Namer): string[] {
  const hex = Buffer.from(word).toString('hex').slice(-8).padStart(8, '0')
  return [
    `${prefix}-${n}`,
    `${word}-${n}`,
    `C0F0${hex}${n.toString(16).padStart(4, '0')}`.toUpperCase(),
    `1.${n}.0`,
    `https://example.com/${word}/${n}`,
    `${word}-${n}@example.com`,
    'IP67',
    'en',
    // In the future: a silence that is over is answered as none.
    '2100-01-01T00:00:00.000Z',
  ]
}

/** Makes numbers spread over a field's range, so that the two ends of a range can be filled in order. */
function numbers({ tests }: SchemaDescription): number[] {
  const limit = (name: string, without: number) => {
    const value: unknown = tests.find((test) => test.name === name)?.params?.[name]
    return typeof value === 'number' ? value : without
  }
  const [min, max] = [limit('min', 0), limit('max', 100)]
  const whole = tests.some((test) => test.name === 'integer')
  return [0.25, 0.5, 0.75, 0.375, 0.625, 0.125, 0.875].map((share) => {
    const value = min + (max - min) * share
    return whole ? Math.round(value) : value
  })
}

type Shape = ObjectSchema<AnyObject>

function schemasOf({ fields }: { readonly fields: Readonly<Record<string, unknown>> }): Record<string, Schema> {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, Schema] => isSchema(entry[1])))
}

function isNeeded(schema: Schema): boolean {
  const { optional, nullable } = schema.describe()
  return !optional && !nullable
}

/** Returns the resource to which a field, or each entry of it, refers. */
function referenceOf(schema: Schema): string | undefined {
  if (schema instanceof ArraySchema) return isSchema(schema.innerType) ? referenceOf(schema.innerType as Schema) : undefined
  const { meta } = schema.describe()
  const reference: unknown = Object(meta)['reference']
  return typeof reference === 'string' ? reference : undefined
}

/** Lists the top-level fields that break a rule. */
function faultyFields(draft: Resource['draft'], sample: AnyObject): string[] {
  try {
    draft.validateSync(sample, { strict: true, abortEarly: false })
    return []
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    return [...new Set(error.inner.map(({ path = '' }) => path.split(/[.[]/)[0] ?? ''))]
  }
}
