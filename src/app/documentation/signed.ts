/** A request of Swagger UI, as far as it is read here. */
export interface ReaderRequest {
  readonly url?: string
  /** True of the request for the document itself. */
  readonly loadSpec?: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly [other: string]: unknown
}

/**
 * The request as it is sent: with the session's token, unless the reader has entered a token or key of his own, nobody is signed in, or it
 * goes elsewhere than to `origin`.
 */
export function signed(request: ReaderRequest, origin: string, token: string | null): ReaderRequest {
  const { headers = {}, loadSpec = false, url = '' } = request
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  if (token === null || loadSpec || hasOwn || new URL(url, origin).origin !== origin) return request
  return { ...request, headers: { ...headers, Authorization: `Bearer ${token}` } }
}
