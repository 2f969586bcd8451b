import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance } from 'fastify'

type Write = (answer: unknown) => string

/**
 * Writes answers as Fastify does, but makes each route's writer at its first answer: all of them together are a fifth of a start. Call it
 * when all shared schemas are there.
 */
export function writeLate(app: FastifyInstance): void {
  const writerOf = SerializerSelector()(app.getSchemas(), {})
  app.setSerializerCompiler(({ httpStatus = '200', ...route }) => {
    let write: Write | null = null
    return (answer) => {
      write ??= writerOf({ ...route, httpStatus })
      return write(answer)
    }
  })
}
