import { describe, expect, it } from 'vitest'
import { ValidationError, type AnyObject, type ObjectSchema } from 'yup'
import { resources } from '../../src/contract/index'

const wrong: readonly unknown[] = ['text', 7, true, {}, [], [null], ['text'], [7], [[]], [{}], { a: { b: 1 } }, null]

/** The errors that are no refusal, by field and value. */
async function failuresOf(schema: ObjectSchema<AnyObject>): Promise<string[]> {
  const failures: string[] = []
  for (const field of Object.keys(schema.fields))
    for (const value of wrong) {
      const error: unknown = await schema
        .validate({ [field]: value }, { strict: true, abortEarly: false })
        .catch((thrown: unknown) => thrown)
      if (error instanceof Error && !ValidationError.isError(error))
        failures.push(`${field} ${JSON.stringify(value)}: ${error.message}`)
    }
  return failures
}

describe('a draft with a value of another type', () => {
  it.each(resources.map((resource) => [resource.name, resource.draft as ObjectSchema<AnyObject>] as const))(
    'is refused, and makes no rule of %s throw another error',
    async (_name, draft) => expect(await failuresOf(draft)).toEqual([]),
  )
})
