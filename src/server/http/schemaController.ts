import type { FastifyServerOptions } from 'fastify'
import { createRequire } from 'node:module'

type Factory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type BuildValidator = NonNullable<Factory['buildValidator']>
type BuildSerializer = NonNullable<Factory['buildSerializer']>
type WriterOf = ReturnType<BuildSerializer>
type Write = ReturnType<WriterOf>

const require = createRequire(import.meta.url)

/** Fastify's own, whose library is read at the first answer. */
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
 * What Fastify makes of the routes' schemas. Bodies and parameters are judged by the contract, here they are only documented. Answers are
 * written as Fastify writes them, but each route's writer is made at its first answer: all of them are a quarter of a start.
 */
export const schemaController = {
  compilersFactory: { buildValidator: (() => () => () => true) as unknown as BuildValidator, buildSerializer },
}
