import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { ProbeResponse } from '../http'
import type { Document, Operation } from '../operations'

/** Lists how an answer breaks the document; empty when it conforms. */
export type Judge = (operation: Operation, answer: ProbeResponse) => string[]

/** Milliseconds that an answer must stay below. */
const SLOW_MS = 15_000
/** Words that only the server's internals use. */
const inside = /\bat \S+ \(?\S+\.m?[jt]s:\d+|syntax error at or near|relation "\w+" does not exist|ECONNREFUSED|node_modules/

/** Creates a judge that checks answers against the API's document and the rules for every answer. */
export function createJudge(document: Document): Judge {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'api')
  const validators = new Map<string, ValidateFunction>()
  const validatorOf = (pointer: readonly string[]): ValidateFunction => {
    const key = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
    const known = validators.get(key) ?? ajv.compile({ $ref: `api#/${key}` })
    validators.set(key, known)
    return known
  }

  function bodyFault({ template, method, responses }: Operation, { status, headers, body }: ProbeResponse): string | null {
    const key = [String(status), `${Math.floor(status / 100)}XX`].find((one) => responses[one] !== undefined)
    if (key === undefined) return `the status ${status} is not documented`
    if (status === 204) return body.length === 0 ? null : 'a 204 has a body'
    const type = String(headers['content-type']).split(';')[0] ?? ''
    const content = responses[key]?.content ?? {}
    if (!(type in content)) return `the type ${type} of the ${status} is not documented`
    if (type !== 'application/json') return null
    const value = jsonOf(body)
    if (value === undefined) return `the body of the ${status} is no JSON`
    const validate = validatorOf(['paths', template, method.toLowerCase(), 'responses', key, 'content', type, 'schema'])
    if (validate(value)) return null
    const [first] = validate.errors ?? []
    return `the ${status} is off its schema: ${(first?.instancePath ?? '').replaceAll(/\/\d+(?=\/|$)/g, '/…')} ${first?.message}`
  }

  return (operation, answer) => {
    const faults = [bodyFault(operation, answer), ...headerFaults(answer)]
    if (isFailure(answer)) faults.push(`a ${answer.status}`)
    if (answer.status >= 400 && inside.test(answer.body.toString())) faults.push('an error tells of the server’s inside')
    if (answer.ms > SLOW_MS) faults.push(`no answer within ${SLOW_MS / 1000} s`)
    return faults.filter((fault) => fault !== null)
  }
}

/**
 * Returns what judges the answer to a method on the operation's path: that method's own operation, or the errors of this one, because a method
 * that the document does not know must not succeed.
 */
export function judgedBy(operations: readonly Operation[], operation: Operation, method: string): Operation {
  const documented = operations.find((one) => one.template === operation.template && one.method === method)
  const errors = Object.entries(operation.responses).filter(([status]) => !status.startsWith('2'))
  return documented ?? { ...operation, responses: Object.fromEntries(errors) }
}

/** True for a 5xx, except a 503 about something the server is not configured for, which is a documented answer. */
function isFailure({ status, body }: ProbeResponse): boolean {
  return status >= 500 && !(status === 503 && codeOf(body) === 'not_configured')
}

function headerFaults({ status, headers, body }: ProbeResponse): (string | null)[] {
  const wants = (name: string): string | null => (headers[name] === undefined ? `a ${status} without ${name}` : null)
  return [
    wants('x-request-id'),
    wants('x-content-type-options'),
    status === 401 ? wants('www-authenticate') : null,
    status === 405 ? wants('allow') : null,
    status === 429 ? wants('retry-after') : null,
    status >= 400 && (jsonOf(body) as { requestId?: unknown })?.requestId !== headers['x-request-id']
      ? 'the request id of the body is another than the header’s'
      : null,
  ]
}

/** Returns the `code` in an error's body; undefined when there is none. */
export function codeOf(body: Buffer): unknown {
  return (jsonOf(body) as { code?: unknown } | null | undefined)?.code
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    return undefined
  }
}
