import { createHash } from 'node:crypto'
import type { Settings } from '../process/settings'

/**
 * Content-Security-Policy of the console's page: its own files, and inline scripts and styles of the build by their hashes. `apiUrl`:
 * another server that it may call; `imageOrigins`: other servers whose images it may show.
 */
export function pagePolicy(html: string, { apiUrl, imageOrigins }: Pick<Settings, 'apiUrl' | 'imageOrigins'>): string {
  const api = apiUrl === null ? [] : [new URL(apiUrl).origin]
  return [
    "default-src 'none'",
    `script-src 'self'${hashes(html, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)}`,
    `style-src 'self'${hashes(html, /<style[^>]*>([\s\S]*?)<\/style>/g)}`,
    ['img-src', "'self'", 'data:', ...imageOrigins].join(' '),
    "font-src 'self'",
    ['connect-src', "'self'", ...api].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** The hashes of the texts in the pattern's first group, each after a space. */
function hashes(html: string, pattern: RegExp): string {
  const texts = new Set(Array.from(html.matchAll(pattern), (match) => match[1] ?? ''))
  return Array.from(texts, (text) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`).join('')
}
