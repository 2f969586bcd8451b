import type { TestConsole } from './console'
import type { TestServer } from '../server/server'

/** Makes the answers of lists whose path ends like this say that the server stopped counting at `total`. */
export function capTotals(
  { disturb }: Pick<TestConsole, 'disturb'>,
  server: Pick<TestServer, 'fetch'>,
  path: string,
  total: number,
): void {
  disturb(async (request) => {
    if (!new URL(request.url).pathname.endsWith(path)) return null
    return cappedAnswer(await server.fetch(request), total)
  })
}

/** The answer of a server that stopped counting at `total`. */
export async function cappedAnswer(answer: Response, total: number): Promise<Response> {
  const body = (await answer.json()) as { readonly meta: object }
  return Response.json({ ...body, meta: { ...body.meta, total, totalCapped: true } })
}
