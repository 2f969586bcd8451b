import type { Problem, ProblemCode } from '../../contract/problem'

type Details = Partial<Pick<Problem, 'fields' | 'holder' | 'users' | 'moves' | 'result' | 'secondFactor'>> & {
  readonly retryAfterS?: number
}

/** An error that becomes an answer: thrown anywhere below a route, converted to a `Problem` by the error handler. */
export interface ProblemError extends Error {
  readonly statusCode: number
  readonly problemCode: ProblemCode
  readonly details: Details
}

/** Creates an error to throw: `throw refusal(404, 'not_found', 'There is no such gateway')`. */
export function refusal(statusCode: number, problemCode: ProblemCode, message: string, details: Details = {}): ProblemError {
  return Object.assign(new Error(message), { statusCode, problemCode, details })
}

/** Creates the 422 for these fields; its message is the first sentence and the count of the others. */
export function invalid(fields: ReadonlyMap<string, string>): Error {
  const [first = 'The request is not valid'] = fields.values()
  const message = fields.size > 1 ? `${first} (and ${fields.size - 1} more)` : first
  return refusal(422, 'invalid', message, { fields: Object.fromEntries(fields) })
}

/** "This plant request is requested and cannot be published: it can be put in review or rejected"; `others` are the deeds that are possible instead. */
export function impossible(noun: string, status: string, deed: string, others: readonly string[]): string {
  const instead = others.length === 0 ? 'its status is final' : `it can be ${others.join(' or ')}`
  return `This ${noun} is ${status} and cannot be ${deed}: ${instead}`
}

/** Whether an error was created by `refusal`. */
export function isProblemError(error: unknown): error is ProblemError {
  return error instanceof Error && 'problemCode' in error
}

/** A refusal with other paths of its fields; other errors as they are. */
export function placed(error: unknown, path: (field: string) => string): unknown {
  if (!isProblemError(error) || error.details.fields === undefined) return error
  const fields = Object.fromEntries(Object.entries(error.details.fields).map(([field, sentence]) => [path(field), sentence]))
  return refusal(error.statusCode, error.problemCode, error.message, { ...error.details, fields })
}
