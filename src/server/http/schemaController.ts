import type { FastifyServerOptions } from 'fastify'
import { createRequire } from 'node:module'

type Factory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type BuildValidator = NonNullable<Factory['buildValidator']>
type BuildSerializer = NonNullable<Factory['buildSerializer']>
type WriterOf = ReturnType<BuildSerializer>
type Write = ReturnType<WriterOf>

const require = createRequire(import.meta.url)

/** Fastify's serializer compiler, loaded with the first answer. */
const buildWriters: BuildSerializer = (schemas, options) => {
  const { SerializerSelector } = require('@fastify/fast-json-stringify-compiler') as {
    readonly SerializerSelector: () => BuildSerializer
  }
  return SerializerSelector()(schemas, options)
}

const buildSerializer: BuildSerializer = (schemas, options) => {
  let writerOf: WriterOf | null = null
  return (route) => {
    let write: Write | null = null
    return (answer: unknown) => {
      writerOf ??= buildWriters(schemas, options)
      write ??= writerOf(route)
      return write(answer)
    }
  }
}

/**
 * Compilers for the routes' schemas. The validator accepts everything, because the contract validates requests. Each route's serializer is
 * compiled at its first answer: compiling all takes a quarter of the start-up time.
 */
export const schemaController = {
  compilersFactory: { buildValidator: (() => () => () => true) as unknown as BuildValidator, buildSerializer },
}
