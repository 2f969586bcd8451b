import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The reader's own policy: its page and scripts come from here, fonts with its sheet, and it asks nobody else. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src data:; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Names that the build gives what `src/app/documentation` adds to the page. */
const files = { js: 'reader.js', css: 'reader.css' } as const

/**
 * How Swagger UI shows the API. `dir`: of the built `src/app/documentation`, which gives it Frond's looks and sends calls with the session of
 * who reads it; null while that is not built.
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
      // The command that it shows for a call is the one without the session's token.
      showMutatedRequest: false,
      ...(dir !== null && { requestInterceptor: (request) => globalThis.frondSigned(request) }),
    },
    theme: { title: 'Frond API', ...(dir !== null && { js: theme(files.js), css: theme(files.css) }) },
  }
}
