import { ValidationError, type AnyObject, type InferType, type ObjectSchema } from 'yup'
import { refusal } from './problems'

/**
 * The body, when it keeps to the schema: nothing is coerced, nothing unknown is dropped. Otherwise throws the 422 that names every
 * faulty field by its path. Afterwards the schema's own transforms apply (an EUI becomes upper case).
 */
export function validated<Shape extends AnyObject>(schema: ObjectSchema<Shape>, body: unknown): InferType<ObjectSchema<Shape>> {
  const given = jsonObject(body)
  try {
    schema.validateSync(given, { strict: true, abortEarly: false })
  } catch (error) {
    throw error instanceof ValidationError ? invalid(sentences(schema, given, error)) : error
  }
  return schema.cast(given)
}

/** The body, when it is an object; otherwise throws 422, whose only field is the empty path. */
export function jsonObject(body: unknown): AnyObject {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw invalid(new Map([['', 'The body is a JSON object']]))
}

/** The 422 for these fields; its message is the one sentence, or says how many there are. */
export function invalid(fields: ReadonlyMap<string, string>): Error {
  const [first = 'The request is not valid'] = fields.values()
  const message = fields.size > 1 ? `${first} (and ${fields.size - 1} more)` : first
  return refusal(422, 'invalid', message, { fields: Object.fromEntries(fields) })
}

/** One sentence a path, the first: but an empty text is missing rather than too short. */
function sentences<Shape extends AnyObject>(
  schema: ObjectSchema<Shape>,
  body: object,
  error: ValidationError,
): Map<string, string> {
  const fields = new Map<string, string>()
  const all = error.inner.length > 0 ? error.inner : [error]
  for (const { path = '', type, message, params } of all) {
    if (type === 'noUnknown' && path === '') {
      for (const name of Object.keys(body))
        if (!Object.hasOwn(schema.fields, name)) fields.set(name, `${name} is not a field of this`)
    } else if (type === 'noUnknown') {
      for (const name of String(params?.['unknown']).split(', ')) fields.set(`${path}.${name}`, `${name} is not a field of this`)
    } else if (!fields.has(path) || type === 'required') fields.set(path, message)
  }
  return fields
}
