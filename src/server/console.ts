import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { join } from 'node:path'
import { bestForm, readFiles, staticText, type StaticFile } from './files'
import { readPage } from './page'
import type { Settings } from './settings'

const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Serves the built console in `dir`: hashed assets for ever, other files with a check, and the page for every path that could be one of
 * its screens. A file that is missing, and all of /api, is left to the not-found handler.
 */
export function consoleRoutes(
  app: FastifyInstance,
  { dir, settings }: { readonly dir: string; readonly settings: Settings },
): void {
  const files = readFiles(dir)
  files.delete('/index.html')
  const page = readPage(join(dir, 'index.html'), settings)
  const pageFile = staticText(page.html, 'text/html; charset=utf-8')

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => {
      const path = request.url.replace(/[?#].*$/s, '')
      const file = files.get(path)
      if (file !== undefined) {
        reply.header('cache-control', path.startsWith('/assets/') ? FOREVER : 'no-cache')
        return sendFile(request, reply, file)
      }
      if (!isScreen(path)) return reply.callNotFound()
      reply.headers({ 'cache-control': 'no-store', 'content-security-policy': page.policy })
      return sendFile(request, reply, pageFile)
    },
  })
}

/** True unless the path names a file, a hidden one, or a call. */
function isScreen(path: string): boolean {
  return !/^\/(?:api|assets)(?:\/|$)/.test(path) && !/\/\.|\.[^/]*$|%2[ef]|%5c|\\/i.test(path)
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply {
  const { body, encoding } = bestForm(file, request.headers['accept-encoding'] ?? '')
  // One form's tag must not answer for another's.
  const etag = encoding === null ? file.etag : `${file.etag.slice(0, -1)}-${encoding}"`
  const vary = [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', ')
  reply.headers({ 'content-type': file.type, etag, vary })
  if (encoding !== null) reply.header('content-encoding', encoding)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.header('content-length', body.byteLength).send(request.method === 'HEAD' ? null : body)
}
