import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync } from 'fastify'
import { compressAnswers } from '../http/compression'
import { readPage } from './page'
import type { Settings } from '../process/settings'

const FOREVER = 'public, max-age=31536000, immutable'

/** Security headers that have an effect on documents alone. Scripts, styles and fonts go without them: half a kilobyte for each file. */
const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
]

interface Options {
  /** Folder of the built console. */
  readonly dir: string
  readonly settings: Settings
}

/**
 * Serves the built console: hashed assets as immutable, other files with revalidation, and the page for every path that may be a screen.
 * Missing files and /api go to the not-found handler.
 */
export const consoleRoutes: FastifyPluginAsync<Options> = async (app, { dir, settings }) => {
  const assets = join(dir, 'assets/')
  await app.register(fastifyStatic, {
    root: dir,
    // Registers a route per existing file, so that other paths cannot reach the disk.
    wildcard: false,
    globIgnore: ['index.html', '**/*.br', '**/*.gz'],
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header('cache-control', path.startsWith(assets) ? FOREVER : 'no-cache')
      if (/\.(?:js|css|woff2)(?:\.br|\.gz)?$/.test(path)) for (const name of documentHeaders) reply.removeHeader(name)
    },
  })
  const page = readPage(join(dir, 'index.html'), settings)
  await compressAnswers(app, { types: /^text\/html\b/ })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler(request, reply) {
      if (!isScreen(request.url.replace(/[?#].*$/s, ''))) return reply.callNotFound()
      reply.headers({ 'cache-control': 'no-store', 'content-security-policy': page.policy })
      return reply.type('text/html; charset=utf-8').send(page.html)
    },
  })
}

/** Whether a path may be a screen: no file, no hidden file, no API call. */
function isScreen(path: string): boolean {
  return !/^\/(?:api|assets)(?:\/|$)/.test(path) && !/\/\.|\.[^/]*$|%2[ef]|%5c|\\/i.test(path)
}
