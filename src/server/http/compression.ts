import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Smaller answers take a packet or two, compressed or not. */
const SMALLEST_BYTES = 1400

interface Options {
  /** Media types. */
  readonly types: RegExp
  /** Bytes; smaller answers are not compressed. */
  readonly from?: number | undefined
}

/**
 * Compresses answers of these types for the routes registered after this call: brotli if the client accepts it, otherwise gzip. Routes that
 * answer with a secret are registered elsewhere or with `compress: false`, because a compressed length can leak it (BREACH).
 */
export async function compressAnswers(app: FastifyInstance, { types, from = SMALLEST_BYTES }: Options): Promise<void> {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    customTypes: types,
    threshold: from,
    globalDecompression: false,
    // At quality 4, smaller than gzip's best at gzip's speed; the default, 11, suits files compressed once.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}
