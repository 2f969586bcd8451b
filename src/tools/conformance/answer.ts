/** An answer as it came. */
export interface Answer {
  /** 0: none came. */
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  /** The value of its JSON; undefined when there is none. */
  readonly body: unknown
  /** Why none came; null when one did. */
  readonly failure: string | null
}

/** A response with its whole body. */
export async function answerOf(response: Response): Promise<Answer> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes, body: jsonOf(bytes), failure: null }
}

/** What stands for an answer that did not come. */
export function failedAnswer(error: unknown): Answer {
  return { status: 0, headers: new Headers(), bytes: new Uint8Array(), body: undefined, failure: reasonOf(error) }
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** The innermost reason: fetch wraps it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message || error.name
}
