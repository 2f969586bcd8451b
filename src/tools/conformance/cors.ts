import { resources } from '../../contract/index'
import { itemPath } from '../../contract/resource'
import type { Answer } from './backend'
import type { Bench, Chapter } from './bench'
import { expecting, type Judge } from './judge'
import { NOBODY } from './reading'

/** Methods and headers that a console of another origin sends, and headers that it reads. */
const methods = ['GET', 'POST', 'PUT', 'DELETE']
const requestHeaders = ['Authorization', 'Content-Type', 'If-Match', 'Idempotency-Key']
const responseHeaders = ['ETag', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id']

/** Checks that a browser lets the console of another origin in; checks nothing where no origin is named. */
export const corsChapters: readonly Chapter[] = [{ name: 'lets the console of another origin in', run: letIn }]

async function letIn(bench: Bench): Promise<void> {
  const { origin } = bench
  if (origin === null) return
  const [resource] = resources
  await preflight(bench, itemPath(resource, NOBODY), methods, requestHeaders)
  await bench.ask(
    'GET',
    resource.listPath,
    {
      expects: `an answer that ${origin} may read, and ${responseHeaders.join(', ')} of it`,
      judge: expecting(200, letsIn(origin), lists('access-control-expose-headers', responseHeaders)),
    },
    { headers: { origin } },
  )
}

/** Sends the preflight that the console's browser would send for a path and these headers; nothing where no origin is named. */
export async function preflight(bench: Bench, path: string, allowed: readonly string[], names: readonly string[]): Promise<void> {
  const { origin } = bench
  if (origin === null) return
  await bench.ask(
    'OPTIONS',
    path,
    {
      expects: `leave for ${origin} to send ${allowed.join(', ')} with ${names.join(', ')}`,
      judge: expecting(
        [200, 204],
        letsIn(origin),
        lists('access-control-allow-methods', allowed),
        lists('access-control-allow-headers', names),
      ),
    },
    {
      bearer: null,
      headers: {
        origin,
        'access-control-request-method': allowed.includes('PUT') ? 'PUT' : 'GET',
        'access-control-request-headers': names.join(',').toLowerCase(),
      },
    },
  )
}

function letsIn(origin: string): Judge {
  return (answer) =>
    ['*', origin].includes(header(answer, 'access-control-allow-origin'))
      ? []
      : [`Access-Control-Allow-Origin is ${header(answer, 'access-control-allow-origin') || 'missing'}`]
}

function lists(name: string, expected: readonly string[]): Judge {
  return (answer) => {
    const actual = header(answer, name)
      .toLowerCase()
      .split(/\s*,\s*/)
    const missing = expected.filter((word) => !actual.includes(word.toLowerCase()))
    return missing.length === 0 ? [] : [`${name} lacks ${missing.join(', ')}`]
  }
}

function header({ headers }: Answer, name: string): string {
  return headers.get(name) ?? ''
}
