import type { FastifyRequest } from 'fastify'
import type { FactorKind } from '../../contract/factors'
import type { AuditEntry } from '../activity/audit'

/** The client that starts a session. */
export interface Client {
  readonly ip: string
  /** Printable ASCII of the User-Agent header, shortened; null without one. */
  readonly userAgent: string | null
  /** The device that is recognised again; omitted for none. */
  readonly deviceId?: string | null
  /** The second factor used; omitted for none. */
  readonly factor?: FactorKind | null
}

/** Longest User-Agent that is stored, in characters. */
const AGENT_MAX = 400

/** Reads the client of a request. */
export function clientOf(request: FastifyRequest): Client {
  const agent = request.headers['user-agent']?.replace(/[^\x20-\x7e]/g, '').slice(0, AGENT_MAX) ?? ''
  return { ip: request.ip, userAgent: agent === '' ? null : agent }
}

/** The origin of a sign-in, for the audit log. */
export function seenFrom({ ip, userAgent }: Client): { readonly ip: string; readonly device: string } {
  return { ip, device: deviceWords(userAgent) }
}

/** The audit entry of a sign-in that began no session. `details` never contain what was typed, which may be a password. */
export function guestEntry(request: FastifyRequest, action: string, details: Readonly<Record<string, unknown>> = {}): AuditEntry {
  const after = { ...seenFrom(clientOf(request)), ...details }
  return { userId: null, requestId: request.id, action, subject: 'Session', subjectId: null, after }
}

/** Ordered: each browser's User-Agent also names those below it. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Describes a User-Agent: "Firefox on Linux"; a program that is no browser by its own name, such as "curl". */
export function deviceWords(userAgent: string | null): string {
  const agent = userAgent ?? ''
  const system = nameIn(systems, agent)
  const browser = nameIn(browsers, agent) ?? (system === undefined ? /^[\w.-]+/.exec(agent)?.[0] : undefined)
  if (browser === undefined) return system === undefined ? 'Unknown device' : `Unknown browser on ${system}`
  return system === undefined ? browser : `${browser} on ${system}`
}

function nameIn(known: readonly (readonly [RegExp, string])[], agent: string): string | undefined {
  return known.find(([pattern]) => pattern.test(agent))?.[1]
}
