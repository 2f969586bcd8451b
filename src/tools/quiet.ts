/** Runs in a page: live events are what the backend does not have. A stream that stays open is a network that never rests. */
export function withoutEvents(): void {
  const { fetch } = globalThis
  globalThis.fetch = (input, init) =>
    typeof input === 'string' && input.includes('/api/v1/events')
      ? Promise.resolve(new Response(null, { status: 204 }))
      : fetch(input, init)
}
