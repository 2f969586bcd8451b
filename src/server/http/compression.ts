import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Answers below are a packet or two, whichever way they go. */
const SMALLEST_BYTES = 1400

interface Options {
  /** Media types. */
  readonly types: RegExp
  /** Bytes; a smaller answer stays as it is. */
  readonly from?: number | undefined
}

/**
 * Compresses answers of these types that are routed in `app` from here on, for clients that allow it: brotli where they have it, else gzip.
 * Answers that hold a secret are routed elsewhere or with `compress: false`, since their length must not tell of it.
 */
export async function compressAnswers(app: FastifyInstance, { types, from = SMALLEST_BYTES }: Options): Promise<void> {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    customTypes: types,
    threshold: from,
    globalDecompression: false,
    // Smaller than gzip's best at its speed; the default, 11, is for files that are compressed once.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}
