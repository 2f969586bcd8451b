import { ValidationError, type AnyObject, type InferType, type ObjectSchema } from 'yup'
import { refusal } from './problems'

/**
 * Validates a body: coerces nothing and drops no unknown fields. Throws a 422 that names every invalid field by its path. Then applies the
 * schema's transforms (an EUI becomes upper case).
 */
export function validated<Shape extends AnyObject>(schema: ObjectSchema<Shape>, body: unknown): InferType<ObjectSchema<Shape>> {
  const input = jsonObject(body)
  try {
    schema.validateSync(input, { strict: true, abortEarly: false })
  } catch (error) {
    throw error instanceof ValidationError ? invalid(sentences(schema, input, error)) : error
  }
  return schema.cast(input)
}

/** Returns the body if it is an object; otherwise throws 422 with the empty path. */
export function jsonObject(body: unknown): AnyObject {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw invalid(new Map([['', 'The body must be a JSON object']]))
}

/** Creates the 422 for these fields; its message is the first sentence and the count of the others. */
export function invalid(fields: ReadonlyMap<string, string>): Error {
  const [first = 'The request is not valid'] = fields.values()
  const message = fields.size > 1 ? `${first} (and ${fields.size - 1} more)` : first
  return refusal(422, 'invalid', message, { fields: Object.fromEntries(fields) })
}

/** Collects the first message per path, except that "required" replaces others: an empty text is missing rather than too short. */
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
        if (!Object.hasOwn(schema.fields, name)) fields.set(name, `${name} is not a known field`)
    } else if (type === 'noUnknown') {
      for (const name of String(params?.['unknown']).split(', ')) fields.set(`${path}.${name}`, `${name} is not a known field`)
    } else if (!fields.has(path) || type === 'required') fields.set(path, message)
  }
  return fields
}
