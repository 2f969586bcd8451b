/** The fields of a Swagger UI request that are read here. */
export interface ReaderRequest {
  readonly url?: string
  /** True for the request of the document itself. */
  readonly loadSpec?: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly [other: string]: unknown
}

/**
 * Adds the session's token to a request, unless the reader has entered a token or key, nobody is signed in, or the target is not `origin`.
 */
export function withSessionToken(request: ReaderRequest, origin: string, token: string | null): ReaderRequest {
  const { headers = {}, loadSpec = false, url = '' } = request
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  if (token === null || loadSpec || hasOwn || new URL(url, origin).origin !== origin) return request
  return { ...request, headers: { ...headers, Authorization: `Bearer ${token}` } }
}
