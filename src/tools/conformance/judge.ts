import { ValidationError, type AnyObject, type ObjectSchema } from 'yup'
import { problem, type ProblemCode } from '../../contract/problem'
import type { Answer } from './backend'

/** Lists how an answer breaks the contract, a sentence each; empty when it conforms. */
export type Judge = (answer: Answer) => readonly string[]

/** An object schema of any shape. */
export type Shape = ObjectSchema<AnyObject>

/** Most sentences about one answer; nobody would read more. */
const MOST = 6

/** Expects a status; judges the rest of the answer only when the status is right. */
export function expecting(status: number | readonly number[], ...judges: readonly Judge[]): Judge {
  return (answer) => {
    if (![status].flat().includes(answer.status)) return [answerText(answer)]
    return shortened(judges.flatMap((judge) => judge(answer)))
  }
}

/** Expects JSON that no cache stores, and whatever the judges expect. */
export function expectingJson(status: number, ...judges: readonly Judge[]): Judge {
  return expecting(status, isJson, isNeverCached, ...judges)
}

/** Expects an error in the contract's one shape, with this code. */
export function refused(status: number, code: ProblemCode, ...judges: readonly Judge[]): Judge {
  return expecting(status, isJson, isProblem, hasCode(code), ...judges)
}

/** Formats the status and message of an unexpected answer. */
export function answerText({ status, body, failure }: Answer): string {
  if (failure !== null) return `no answer: ${failure}`
  const { message } = objectOf(body)
  return typeof message === 'string' ? `${status} “${message.slice(0, 120)}”` : String(status)
}

/** Expects a JSON body, and the header that says so. */
export const isJson: Judge = ({ headers, body }) => {
  const type = headers.get('content-type') ?? 'none'
  if (!/^application\/json\s*(?:;|$)/i.test(type)) return [`its Content-Type is ${type} instead of application/json`]
  return body === undefined ? ['its body is not JSON'] : []
}

/** Expects `Cache-Control: no-store`. */
export const isNeverCached: Judge = ({ headers }) => {
  const actual = headers.get('cache-control')
  return /\bno-store\b/.test(actual ?? '') ? [] : [`Cache-Control is ${actual ?? 'missing'} instead of no-store`]
}

/** Expects no body, as for a 204. */
export const isEmpty: Judge = ({ bytes }) => (bytes.length === 0 ? [] : ['it has a body'])

/** Expects the contract's error in the body. */
export const isProblem: Judge = ({ body }) => shapeFaults(problem as Shape, body, 'the error', { complete: false })

/** Expects a 401 with its challenge. */
export const unauthenticated: Judge = expecting(401, isJson, isProblem, ({ headers }) =>
  /^bearer\b/i.test(headers.get('www-authenticate') ?? '') ? [] : ['there is no header WWW-Authenticate: Bearer'],
)

function hasCode(code: ProblemCode): Judge {
  return ({ body }) => {
    const { code: actual } = objectOf(body)
    return actual === code ? [] : [`code is ${excerpt(actual)} instead of "${code}"`]
  }
}

/** Expects an error that names these fields. */
export function namesFields(...names: readonly string[]): Judge {
  return ({ body }) => {
    const fields = objectOf(objectOf(body)['fields'])
    return names.filter((name) => typeof fields[name] !== 'string').map((name) => `fields does not name ${name}`)
  }
}

/** Expects a `result` of this shape. */
export function hasResult(shape: Shape): Judge {
  return ({ body }) => [...shapeFaults(shape, resultOf(body), 'result'), ...envelopeFaults(body, ['result'])]
}

/** Expects a `result` that is a list of this shape, with these properties of the answer beside it. */
export function hasResults(shape: Shape, ...beside: readonly string[]): Judge {
  return ({ body }) => [...listFaults(shape, resultOf(body)), ...envelopeFaults(body, ['result', ...beside])]
}

/** Judges every entry against this shape; reports a fault that several entries share once. */
export function listFaults(shape: Shape, list: unknown): readonly string[] {
  if (!Array.isArray(list)) return [`result is ${wordOf(list)} instead of a list`]
  const faults = new Map<string, string>()
  list.forEach((entry, at) => {
    for (const fault of shapeFaults(shape, entry, `result[${at}]`)) {
      const alike = fault.replace(/\[\d+\]/g, '[]').replace(/ \(it is .*\)$/, '')
      if (!faults.has(alike)) faults.set(alike, fault)
    }
  })
  return [...faults.values()]
}

/** Lists the properties of a body that it should not have. */
export function envelopeFaults(body: unknown, parts: readonly string[]): string[] {
  const unknown = Object.keys(objectOf(body)).filter((name) => !parts.includes(name))
  return unknown.map((name) => `${name} is no part of this answer`)
}

/** Expects the ETag to be the version of the row in `result`. */
export const hasEtag: Judge = ({ headers, body }) => {
  const expected = `"${String(objectOf(resultOf(body))['version'])}"`
  const etag = headers.get('etag')
  return etag === expected ? [] : [`ETag is ${etag ?? 'missing'} instead of ${expected}`]
}

/** Lists how a value differs from its schema. `complete`: every property must be there, if only as null. */
export function shapeFaults(shape: Shape, value: unknown, at: string, { complete = true } = {}): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${at} is ${wordOf(value)} instead of an object`]
  const known = Object.keys(shape.fields)
  const missing = complete ? known.filter((name) => !Object.hasOwn(value, name)) : []
  return [
    ...missing.map((name) => `${at}.${name} is missing`),
    ...Object.keys(value).flatMap((name) => (known.includes(name) ? [] : [`${at}.${name} is not in the contract`])),
    ...valueFaults(shape, value, at).filter((fault) => !missing.some((name) => fault.startsWith(`${at}.${name}: `))),
  ]
}

function valueFaults(shape: Shape, value: object, at: string): string[] {
  try {
    shape.validateSync(value, { strict: true, abortEarly: false })
    return []
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const all = error.inner.length > 0 ? error.inner : [error]
    return all
      .filter(({ path, type }) => type !== 'noUnknown' || (path ?? '') !== '')
      .map(({ path = '', message, value: actual }) => `${at}.${path}: ${message} (it is ${excerpt(actual)})`)
  }
}

function shortened(faults: readonly string[]): readonly string[] {
  return faults.length <= MOST ? faults : [...faults.slice(0, MOST), `and ${faults.length - MOST} more`]
}

/** Returns the properties of a value that may be an object. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

/** Returns the `result` of a response body; undefined if there is none. */
export function resultOf(body: unknown): unknown {
  return objectOf(body)['result']
}

/** Names the kind of a value in a sentence. */
function wordOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `${/^[aeiou]/.test(typeof value) ? 'an' : 'a'} ${typeof value}`
}

/** Returns the beginning of a value, as JSON. */
export function excerpt(value: unknown): string {
  if (value === undefined) return 'missing'
  const text = typeof value === 'string' && value.length > 60 ? value : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
