import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Content-Security-Policy of the API viewer: page and scripts from this server, fonts inside its style sheet, calls to this server only.
 */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src data:; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** File names of the built `src/app/documentation`. */
const files = { js: 'reader.js', css: 'reader.css' } as const

/**
 * Options of Swagger UI. `dir`: folder of the built `src/app/documentation`, which styles the viewer and sends calls with the reader's
 * session; null when it is not built.
 */
export function readerOptions(dir: string | null): FastifySwaggerUiOptions {
  const theme = (name: string) => [{ filename: name, content: dir === null ? '' : readFileSync(join(dir, name), 'utf8') }]
  return {
    routePrefix: '/docs',
    staticCSP: policy,
    uiConfig: {
      url: '/api/v1/openapi.json',
      validatorUrl: null,
      layout: 'BaseLayout',
      deepLinking: true,
      docExpansion: 'none',
      filter: true,
      tryItOutEnabled: false,
      // Shows the command for a call without the session's token.
      showMutatedRequest: false,
      ...(dir !== null && { requestInterceptor: (request) => globalThis.frondSigned(request) }),
    },
    theme: { title: 'Frond API', ...(dir !== null && { js: theme(files.js), css: theme(files.css) }) },
  }
}
