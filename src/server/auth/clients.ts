import type { FastifyRequest } from 'fastify'
import type { FactorKind } from '../../contract/factors'

/** What a session is begun from, and by. */
export interface Client {
  readonly ip: string
  /** As it was sent, cut to what can be shown; null when nothing was. */
  readonly userAgent: string | null
  /** Left out: none that would be known again. */
  readonly deviceId?: string | null
  /** The second step; left out: none was asked for. */
  readonly factor?: FactorKind | null
}

/** Longest User-Agent that is stored, in characters. */
const AGENT_MAX = 400

/** Who sends a request. */
export function clientOf(request: FastifyRequest): Client {
  const agent = request.headers['user-agent']?.replace(/[^\x20-\x7e]/g, '').slice(0, AGENT_MAX) ?? ''
  return { ip: request.ip, userAgent: agent === '' ? null : agent }
}

/** Where a sign-in came from, for the audit log. */
export function seenFrom({ ip, userAgent }: Client): { readonly ip: string; readonly device: string } {
  return { ip, device: deviceWords(userAgent) }
}

/** In this order: every browser claims to be those below it too. */
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

/** A User-Agent in words: "Firefox on Linux"; of a program that is no browser its own name, such as "curl". */
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
