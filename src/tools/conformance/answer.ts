/** An answer, or why there is none. */
export interface Answer {
  /** 0: no answer. */
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  /** The parsed JSON; undefined when the body is not JSON. */
  readonly body: unknown
  /** Why there is no answer; null when there is one. */
  readonly failure: string | null
}

/** Whether the backend does not know the call. */
export function isMissing({ status }: Pick<Answer, 'status'>): boolean {
  return [404, 405, 501].includes(status)
}

/** Reads a response with its whole body. */
export async function answerOf(response: Response): Promise<Answer> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes, body: jsonOf(bytes), failure: null }
}

/** Stands for an answer that did not arrive. */
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

/** Returns the innermost error message: fetch wraps it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message || error.name
}
