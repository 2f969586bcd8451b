/** The request of a query, as a dispatched `initiate` returns it; with the subscription that is its default. */
interface QueryRequest<Answer> {
  unwrap(): Promise<Answer>
  refetch(): { unwrap(): Promise<Answer> }
  abort(): void
  unsubscribe(): void
}

/**
 * Reads a query's answer once, for no screen. Holds the request's subscription until then: an invalidation, as by a live change, drops an
 * answer without subscribers before anybody can read it. The signal aborts the request. Rejects with the request's error.
 */
export async function readOnce<Answer>(request: QueryRequest<Answer>, signal?: AbortSignal): Promise<Answer> {
  const stop = () => request.abort()
  signal?.addEventListener('abort', stop)
  try {
    let answer: Answer | undefined = await request.unwrap()
    // An invalidation drops errors even with a subscription: asks again.
    while (answer === undefined) answer = await request.refetch().unwrap()
    return answer
  } finally {
    signal?.removeEventListener('abort', stop)
    request.unsubscribe()
  }
}
