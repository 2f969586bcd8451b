import { createHash } from 'node:crypto'

/**
 * Content-Security-Policy of the console's page: its own files, and inline scripts and styles of the build by their hashes. `apiOrigin`:
 * another server that it may call.
 */
export function pagePolicy(html: string, apiOrigin: string | null): string {
  const api = apiOrigin === null ? '' : ` ${apiOrigin}`
  return [
    "default-src 'none'",
    `script-src 'self'${hashes(html, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)}`,
    `style-src 'self'${hashes(html, /<style[^>]*>([\s\S]*?)<\/style>/g)}`,
    `img-src 'self' data:${api}`,
    "font-src 'self'",
    `connect-src 'self'${api}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
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
